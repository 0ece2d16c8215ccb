import { fixText, lint } from "../../../../src/check/index.ts";
import { decodeText, readSkill } from "../../../../src/skill/index.ts";
import { SKILL_WORDS, skillSeeds } from "../seeds.ts";
import { type FuzzTarget, must } from "../target.ts";

const path = "skills/a/SKILL.md";

export const fixTarget: FuzzTarget = {
  name: "fix",
  invariants: [
    "Fixing twice changes nothing the second time, with and without unsafe fixes.",
    "A safe fix adds no error to a file that could be read, and loses no field.",
    "A file without findings that can be fixed keeps every character.",
  ],
  kind: "text",
  maxBytes: 32_000,
  maxCpuMs: 5000,
  words: SKILL_WORDS,
  seeds: skillSeeds,
  quickRuns: 120,
  open: () => ({ check }),
};

function check(input: Uint8Array): string {
  const before = lint([{ path, text: input }]);
  const diagnostics = before.files.flatMap((file) => file.diagnostics);
  const { text, applied } = fixText({ path, text: input });
  if (applied.length === 0) must(text === decodeText(input).text, "changed without a fix");
  const wasReadable = !diagnostics.some(({ code }) => code.startsWith("parse/"));
  const after = lint([{ path, text }]);
  if (wasReadable) must(after.errors <= before.errors, "a safe fix adds an error");
  must(fields(text) >= fields(input), "a safe fix loses a field");
  must(fixText({ path, text }).text === text, "safe fixes do not settle");
  const unsafe = fixText({ path, text: input }, {}, { unsafe: true });
  must(
    fixText({ path, text: unsafe.text }, {}, { unsafe: true }).text === unsafe.text,
    "unsafe fixes do not settle",
  );
  return [...new Set([...applied, ...unsafe.applied].map(({ code }) => code))].toSorted().join();
}

function fields(source: string | Uint8Array): number {
  return Object.keys(readSkill(source).value?.document.frontmatter ?? {}).length;
}
