import { describe, expect, it } from "vitest";
import { scan } from "../src/check/scan/index.ts";
import { openScanEngines } from "../src/platform/scanning/index.ts";
import { PATTERNS } from "../src/check/scan/facts/patterns.ts";

const ports = openScanEngines();

async function found(text: string): Promise<readonly string[]> {
  const content = `---\nname: tables\ndescription: Formats tables.\n---\n\n${text}\n`;
  const { findings } = await scan({ files: [{ path: "SKILL.md", content }], ports });
  return findings.flatMap(({ code, severity, trace }) =>
    code === "scan/joined-facts" && (severity === "high" || severity === "critical")
      ? [trace ?? ""]
      : [],
  );
}

describe("patterns over facts", () => {
  it("have names of their own", () => {
    expect(new Set(PATTERNS.map(({ id }) => id)).size).toBe(PATTERNS.length);
  });

  it.each(PATTERNS)("[BX-07] $id is shown by its example", async ({ example }) => {
    expect(await found(example)).not.toEqual([]);
  });

  it.each(PATTERNS)("[BX-07] $id is not shown by its counterexample", async (pattern) => {
    expect(await found(pattern.counterexample)).toEqual([]);
  });
});
