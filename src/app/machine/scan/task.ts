import { scan, type ScannedSkill } from "../../../check/scan/index.ts";
import type { Task } from "../threads/task.ts";
import { readScanContent } from "./content.ts";
import type { ScanTaskOptions } from "./options.ts";
import { openScanEngines } from "../../../platform/scanning/index.ts";

export function createScanTask(options: ScanTaskOptions): Task<ScannedSkill> {
  const ports = openScanEngines(options.feeds);
  return {
    work: async (file) => {
      const { files, directory, path } = readScanContent(file);
      return { path, report: await scan({ files, directory, ports }, { tier: options.tier }) };
    },
    pack: (skill) => JSON.stringify(skill),
    unpack: (text) => JSON.parse(text) as ScannedSkill,
  };
}
