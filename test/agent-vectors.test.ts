import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { buildCases } from "../scripts/oracles/cases/index.ts";
import { formatLine, readLines } from "../scripts/oracles/lines.ts";
import { AGENT_IDS } from "../scripts/oracles/types.ts";

const folder = resolve(import.meta.dirname, "../vectors/agents");

describe.each(AGENT_IDS)("recorded answers of %s", (agent) => {
  const file = resolve(folder, `${agent}.jsonl`);
  const recorded = readLines(file);
  const lines = recorded.map(({ line }) => line);

  it("have one line for each case, of one version of the program", () => {
    const ids = lines.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(new Set(lines.map((line) => `${line.agent} ${line.version}`)).size).toBe(1);
    expect(ids.every((id) => id.startsWith(`${agent}-`))).toBe(true);
  });

  it("belong to the cases of the harness as they are now", () => {
    const cases = new Map(buildCases(agent).map((item) => [item.id, item]));
    for (const line of lines) {
      const item = cases.get(line.id);
      if (item !== undefined) expect(line.in, line.id).toEqual(item.in);
    }
  });

  it("are written as the harness writes them", () => {
    for (const { line, text } of recorded) expect(formatLine(line)).toBe(text);
  });

  it("name no folder of the machine they were recorded on", () => {
    const answers = lines.map(({ out }) => JSON.stringify(out)).join("\n");
    expect(answers).not.toMatch(/(?<!HOME)\/(?:tmp|home|root|work|Users|var)\/|oracle-/u);
    expect(readFileSync(file, "utf8").endsWith("\n")).toBe(true);
  });
});
