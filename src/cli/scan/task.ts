import { scan, type ScanPorts, type ScannedSkill } from "../../check/scan/index.ts";
import { type ContentFile, readContent } from "../../platform/content/index.ts";
import { type FoundFile, kindOf, lastPart, parentOf, readBytes } from "../../platform/index.ts";
import type { Task } from "../threads/task.ts";
import { isSkillPath } from "../inputs.ts";
import type { ScanTaskOptions } from "./options.ts";
import { scanPorts } from "./ports.ts";

export function createScanTask(options: ScanTaskOptions): Task<ScannedSkill> {
  const ports = scanPorts();
  return {
    work: (file) => scanOne(file, options, ports),
    pack: (skill) => JSON.stringify(skill),
    unpack: (text) => JSON.parse(text) as ScannedSkill,
  };
}

async function scanOne(
  file: FoundFile,
  { tier }: ScanTaskOptions,
  ports: ScanPorts,
): Promise<ScannedSkill> {
  const { files, directory, path } = filesOf(file);
  const report = await scan({ files, directory, ports }, { tier });
  return { path, report };
}

/** A SKILL.md stands for its folder; any other file that is named stands for itself. */
function filesOf(file: FoundFile): {
  readonly files: readonly ContentFile[];
  readonly directory: string;
  readonly path: string;
} {
  if (kindOf(file.path) === "folder")
    return { files: readContent(file.path), directory: lastPart(file.path), path: file.shown };
  if (!isSkillPath(file.shown)) {
    const content = readBytes(file.path);
    return { files: [{ path: lastPart(file.path), content }], directory: "", path: file.shown };
  }
  const folder = parentOf(file.path);
  return { files: readContent(folder), directory: lastPart(folder), path: parentOf(file.shown) };
}
