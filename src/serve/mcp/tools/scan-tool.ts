/** Whether a skill is safe, for clients that want to know before they follow it. */
import { z } from "zod";
import type { PublicScan, ScanFile } from "../../../check/scan/index.ts";
import type { Jobs } from "../../../hub/jobs/index.ts";
import { scanFor, scanSchema } from "../../../hub/scan/index.ts";
import type { Catalog, ServedFile, ServedSkill } from "../catalog/catalog.ts";
import type { CatalogView } from "../catalog/view.ts";
import { withoutControls } from "../../../skill/model/index.ts";
import { SKILL_FILE } from "../uris.ts";
import { answer, lineIcon, refusal, unknownSkill } from "./answer.ts";
import type { SkillTool, ToolProvider } from "./provider.ts";

/** Files beyond these are named as not read, which asks for a person. */
const MOST_FILES = 500;
const MOST_BYTES = 8_000_000;
const NOTHING: Uint8Array = new Uint8Array(0);

const input = z.object({
  name: z.string().min(1).max(1000).describe("Name of a skill."),
  tier: z
    .enum(["experimental", "community", "verified"])
    .default("community")
    .describe("Whose trust is asked for; `verified` is the strictest."),
});

function scanTool(openJobs: () => Promise<Jobs>): SkillTool {
  return {
    name: "scan_skill",
    title: "Scan a skill",
    description:
      "Says whether a skill is safe: a verdict, and findings with their place and evidence. Nothing of the " +
      "skill is executed or fetched. Call it before you follow a skill that you do not know.",
    input,
    output: scanSchema,
    annotations: {
      title: "Scan a skill",
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    icons: lineIcon("M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zM9 12l2 2 4-4"),
    tags: ["skills"],
    version: "1.0.0",
    timeoutMs: 10_000,
    run: async (given, { view, jobOwner: owner }, signal) => {
      const { name, tier } = input.parse(given);
      await view.demand(name);
      const skill = view.current.byPath.get(name);
      if (skill?.isListed !== true) return unknownSkill(view.current, name);
      const files = await filesOf(skill, view);
      if (signal.aborted) return refusal("The scan was cancelled.");
      const found = await scanFor(
        await openJobs(),
        { name, files, tier, ...(owner === undefined ? {} : { owner }) },
        signal,
      );
      return answer({ ...found }, withoutControls(textOf(name, found)));
    },
  };
}

function find(catalog: Catalog, name: string, path: string): ServedFile | undefined {
  const skill = catalog.byPath.get(name);
  return path === SKILL_FILE ? skill?.authored : skill?.files.get(path);
}

/** The skill as its author wrote it: what is made of it for clients says no more. */
async function filesOf(skill: ServedSkill, view: CatalogView): Promise<readonly ScanFile[]> {
  const files: ScanFile[] = [];
  let room = MOST_BYTES;
  for (const file of [...skill.files.values()].slice(0, MOST_FILES)) {
    const { path, size } = file;
    const read =
      size > room ? undefined : await view.read((catalog) => find(catalog, skill.path, path));
    const content = read?.bytes ?? NOTHING;
    room -= content.length;
    files.push({ path, content, ...(read === undefined ? { size: Math.max(1, size) } : {}) });
  }
  return files;
}

function textOf(name: string, { verdict, reason, findings }: PublicScan): string {
  const lines = findings.map(({ severity, file, range, message, code }) => {
    const place = range === undefined ? file : `${file}:${range.start.line}`;
    return `- ${severity} ${place}: ${message} (${code})`;
  });
  return [`${name}: ${verdict}. ${reason}`, ...lines].join("\n");
}

/** Without a pool the scan runs in this process, whose user is the only one. */
export function scanTools(jobs?: Jobs): ToolProvider {
  const tool = scanTool(
    async () => jobs ?? (await import("../../../app/jobs/index.ts")).openLocalJobs(),
  );
  return { id: "scan", tools: () => [tool] };
}
