/** The models of coding agents beside what their programs did, line by line of vectors/agents. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCase } from "../src/app/conform/run-case.ts";
import { matrix } from "../src/check/matrix/index.ts";
import { agents } from "../src/library/agents/index.ts";
import { findConfirmation, type JsonObject } from "../src/skill/index.ts";
import { root } from "./support/source.ts";

const confirmed = agents.filter(({ id }) => findConfirmation(id) !== undefined);

/** Differences that are known, by what the probe is about: the table of the matrix knows no such detail. */
const UNKNOWN_TO_MATRIX =
  /-(?:key-paths-\w+|no-model-\S+|desc-unclosed-\w+|desc-at-sign|desc-custom-tag|desc-date|desc-duplicate-key|desc-emoji-1024|head-\S+|key-allowed-tools-list|key-long-\d+|key-argument-hint)$/u;

describe.each(confirmed)("the matrix for $title", ({ id, command }) => {
  const probes = readFileSync(join(root, `vectors/agents/${command}.jsonl`), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Probe)
    .filter((one) => !/-(?:home|file|link)-/u.test(one.id) && !UNKNOWN_TO_MATRIX.test(one.id));

  it("[BX-04] [BX-10] refuses what the program does not load, and nothing else", () => {
    const differing = probes.filter((one) => {
      const [[path, text] = ["", ""]] = Object.entries(one.in.files);
      const [row] = matrix([{ path, text }], [id]).rows;
      return (row?.cells[0]?.verdict === "refused") !== (one.out.skills.length === 0);
    });
    expect(probes.length).toBeGreaterThan(30);
    expect(differing.map((one) => one.id)).toEqual([]);
  });
});

interface Probe {
  readonly id: string;
  readonly in: { readonly files: { readonly [path: string]: string } };
  readonly out: { readonly skills: readonly unknown[] };
}

describe.each(confirmed)("$title", ({ command }) => {
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
