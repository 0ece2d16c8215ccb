/** Small skills for the tests of the code analysis. */
import { scan, scanRules, type ScanFinding } from "../../src/check/scan/index.ts";
import { openScanEngines } from "../../src/platform/scanning/index.ts";

const SKILL =
  "---\nname: sample\ndescription: Formats tables. Use when the user asks for one.\n---\n\nRun the script.\n";

const ports = openScanEngines();
const rules = scanRules.filter(({ code }) => code.startsWith("scan/code-"));

export type Files = Readonly<Record<string, string>>;

/** Findings of the rules on code alone. */
export async function findingsOf(files: Files): Promise<readonly ScanFinding[]> {
  const given = { "SKILL.md": SKILL, ...files };
  const list = Object.entries(given).map(([path, content]) => ({ path, content }));
  const { findings } = await scan({ files: list, ports }, { rules });
  return findings;
}

export async function graveOf(files: Files): Promise<readonly string[]> {
  const findings = await findingsOf(files);
  const grave = findings.filter(({ severity }) => severity === "critical" || severity === "high");
  return [...new Set(grave.map(({ code }) => code.replace("scan/code-", "")))].sort();
}
