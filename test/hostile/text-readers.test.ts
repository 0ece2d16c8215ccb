/**
 * Every function that a server calls with the text of a stranger meets the texts of `pathological.test.ts`, or says here
 * why it need not. A new reader of texts in these rooms fails until one of the two is so.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../support/source.ts";

/** What the server calls on its main thread. */
const ROOMS = ["src/hub", "src/serve", "src/run", "src/skill/text", "src/library/session"];
const EXPORTED = /^export (?:async )?function\*? (?<name>\w+)\((?<parameters>[^{]*?)\)\s*:/gmu;
/** Names that a text has which is long, and which somebody else may have written. */
const TEXT =
  /\b(?:text|message|content|source|template|said|query|markdown|html|line|expression|written|prompt)\b\??: string\b/u;

/** No search through the text, or one that is among the others by another name. */
const NOT_READ: Readonly<Record<string, string>> = {
  "is a value of the operator, or a name within its bound":
    "splitPort readSecureUrl matchesPattern wholeOf readRules parseGrants scriptedModel",
  "runs in a pool of jobs, or in a command of a user":
    "readStored ownerSize withoutOwner readManifest readInlineTools readSource saveFolderSkill",
  "is kept, sent on, or cut as it is":
    "quote openChat readTranscript knowledgeProblem bad appeal shorten cut byteSize done retrieval messagesFor invalid refusal withSchema",
  "hands the text to one that is there":
    "marketWords readQuestion queryWords searchSkills htmlToText cleanDocstring parseExpression tokenize evaluateCondition holds resolveValue readSchema unfilledPlaceholders undeclaredPlaceholders",
  "is a part of `readDocument`, and looks for one character or line":
    "applyEdits findLineBreak findFence lineAt lineEnd lineStart lineStarts normalizeLineEnds skipLineBreak fillText findInData findInJsonText",
};

/** The one place, and one that meets a single letter. */
const NORMALIZING = ["src/check/scan/views/lookalikes.ts", "src/skill/model/normalize.ts"];

it("[BX-14] nothing puts the marks of a text in order without a bound on them", () => {
  const files = globSync("{src,web/src}/**/*.{ts,tsx}", { cwd: root })
    .filter((file) => !/\.test\.tsx?$/u.test(file))
    .filter((file) => readFileSync(join(root, file), "utf8").includes(".normalize("));
  expect(files.toSorted()).toEqual(NORMALIZING);
});

it("[BX-14] has a case for every function that takes the text of a stranger", () => {
  const cases = readFileSync(join(root, "test/hostile/pathological/functions.ts"), "utf8");
  const reasons = new Set(Object.values(NOT_READ).flatMap((names) => names.split(" ")));
  const found = new Map<string, string>();
  for (const room of ROOMS)
    for (const file of globSync(`${room}/**/*.ts`, { cwd: root })) {
      if (file.endsWith(".test.ts")) continue;
      for (const { groups } of readFileSync(join(root, file), "utf8").matchAll(EXPORTED))
        if (TEXT.test(groups?.["parameters"] ?? "")) found.set(groups?.["name"] ?? "", file);
    }
  const isTried = (name: string): boolean => new RegExp(`\\b${name}\\b`, "u").test(cases);
  const lacking = [...found].filter(([name]) => !isTried(name) && !reasons.has(name));
  expect(lacking).toEqual([]);
  // A reason for what is gone, or tried after all, is none.
  expect([...reasons].filter((name) => !found.has(name) || isTried(name))).toEqual([]);
});
