/** The models of coding agents beside what their programs did, line by line of vectors/agents. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCase } from "../src/cli/conform/run.ts";
import { agents } from "../src/library/agents/index.ts";
import type { JsonObject } from "../src/skill/index.ts";
import { root } from "./support/source.ts";

describe.each(agents)("$title $version", ({ command }) => {
  const text = readFileSync(join(root, `vectors/agents/${command}.jsonl`), "utf8");
  const cases = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as JsonObject & { readonly id: string });

  it.each(cases)("[BX-10] does with $id what the program did", (one) => {
    const { outcome, expected, actual } = runCase(one);
    expect(actual).toMatchObject(expected as object);
    expect(outcome).toBe("passed");
  });
});
