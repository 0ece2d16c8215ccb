import type { TreeFile } from "../tree.ts";
import { codeLines } from "./code.ts";
import type { QuantileTable, Random, Weighted } from "./random.ts";
import { identifier, nouns, sentences, verbs } from "./words.ts";

/** 62 % of the skills are one file; a few have more than a hundred. */
const counts: QuantileTable = [
  [0, 0],
  [0.62, 0],
  [0.621, 1],
  [0.8, 2.4],
  [0.95, 7.4],
  [0.99, 22],
  [0.999, 70],
  [1, 140],
];

const sizes: QuantileTable = [
  [0, 120],
  [0.5, 2600],
  [0.9, 12_000],
  [0.99, 45_000],
  [1, 110_000],
];

const kinds: Weighted<"reference" | "python" | "shell" | "script" | "data" | "text"> = [
  ["reference", 48],
  ["python", 16],
  ["shell", 9],
  ["script", 9],
  ["data", 12],
  ["text", 6],
];

export function makeSiblings(random: Random): TreeFile[] {
  const files = Array.from({ length: random.quantile(counts) }, (_, index) =>
    makeFile(random, index),
  );
  if (files.length > 0 && random.chance(0.15)) files.push(metaFile(random));
  if (files.length > 0 && random.chance(0.08)) {
    files.push({ path: "LICENSE.txt", content: "You may use, change and share this skill.\n" });
  }
  return files;
}

function makeFile(random: Random, index: number): TreeFile {
  const size = random.quantile(sizes);
  const stem = `${random.pick(verbs)}-${random.pick(nouns)}-${index}`;
  switch (random.weighted(kinds)) {
    case "reference":
      return {
        path: `references/${stem}.md`,
        content: `# ${stem}\n\n${sentences(random, size, false, "\n\n")}\n`,
      };
    case "python":
      return { path: `scripts/${stem}.py`, content: code(random, "python", size) };
    case "shell":
      return {
        path: `scripts/${stem}.sh`,
        content: `#!/bin/sh\n${code(random, "bash", size)}`,
        isExecutable: random.chance(0.5),
      };
    case "script":
      return { path: `scripts/${stem}.ts`, content: code(random, "typescript", size) };
    case "data":
      return { path: `assets/${stem}.json`, content: dataText(random, size) };
    case "text":
      return { path: `${stem}.txt`, content: `${sentences(random, size, false)}\n` };
  }
}

function code(random: Random, language: "python" | "bash" | "typescript", size: number): string {
  return `${codeLines(random, language, Math.ceil(size / 28)).join("\n")}\n`;
}

function dataText(random: Random, size: number): string {
  const rows = Array.from({ length: Math.ceil(size / 48) }, () => ({
    name: identifier(random),
    count: random.integer(0, 9999),
  }));
  return `${JSON.stringify(rows)}\n`;
}

function metaFile(random: Random): TreeFile {
  const meta = { owner: random.pick(nouns), slug: identifier(random), version: "1.0.0" };
  return { path: "_meta.json", content: `${JSON.stringify(meta, null, 2)}\n` };
}
