import {
  dialects,
  profiles,
  readAs,
  readSkill,
  skillOf,
  findViolations,
} from "../../../../src/skill/index.ts";
import { SKILL_WORDS, skillSeeds } from "../seeds.ts";
import { type FuzzTarget, must } from "../target.ts";

const PATH = "skills/a/SKILL.md";

export const readTarget: FuzzTarget = {
  name: "read",
  invariants: [
    "Reading gives a model whatever the bytes, and the same one twice.",
    "Every diagnostic has a range inside the text and a message that is a sentence.",
    "Every dialect reads every text without throwing.",
  ],
  kind: "text",
  maxBytes: 64_000,
  maxCpuMs: 3000,
  words: SKILL_WORDS,
  seeds: skillSeeds,
  quickRuns: 250,
  open: () => ({ check }),
};

function check(input: Uint8Array): string {
  const first = readSkill(input, { path: PATH });
  const second = readSkill(input, { path: PATH });
  const { value, diagnostics } = first;
  must(value !== undefined, "no model");
  must(JSON.stringify(first) === JSON.stringify(second), "two readings differ");
  const { length } = value.document.text;
  for (const { code, range, message } of diagnostics) {
    must(range !== undefined, `${code} has no range`);
    must(range.start.offset <= range.end.offset, `${code} ends before it starts`);
    must(range.end.offset <= Math.max(length, 1), `${code} ends behind the text`);
    must(/^[A-Z`].*[.!?]$/su.test(message), `${code} has a message that is no sentence`);
  }
  const refused = [...dialects, ...profiles].filter((dialect) => {
    const reading = readAs(dialect, value.document, { path: PATH });
    must(Array.isArray(skillOf(reading).extensions), `${dialect.id} gives no model`);
    return findViolations(reading).length > 0;
  });
  const codes = [...new Set(diagnostics.map(({ code }) => code))].toSorted();
  return `${value.dialect.id} ${codes.join()} ${refused.length}`;
}
