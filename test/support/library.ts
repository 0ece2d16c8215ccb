/** Skills and verdicts for the tests of the library, with as few words as can be. */
import {
  type Candidate,
  type Evaluation,
  gatesOf,
  prepareGate,
  selectSkills,
  type GateContext,
  type GateInput,
} from "../../src/library/gate/index.ts";
import {
  type Dialect,
  findDialect,
  type Json,
  readAs,
  readDocument,
} from "../../src/skill/index.ts";

export function dialectNamed(id: string): Dialect {
  const dialect = findDialect(id);
  if (dialect === undefined) throw new Error(`There is no dialect ${id}.`);
  return dialect;
}

/** A SKILL.md; values are written as JSON, which every dialect reads. */
export function skillText(fields: { readonly [key: string]: Json }, body = "Do it.\n"): string {
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\n\n${body}`;
}

export function candidateOf(
  dialect: Dialect,
  text: string,
  place: Partial<Candidate> = {},
): Candidate {
  const path = place.path ?? "skills/tester/SKILL.md";
  const reading = readAs(dialect, readDocument(text), { path });
  return { source: dialect.gating?.sources.order.at(-1) ?? "", path, reading, ...place };
}

export function aroundOf(dialect: Dialect, input: Partial<GateInput> = {}): GateContext {
  return prepareGate(gatesOf(dialect), { hosts: [], ...input });
}

/** What becomes of one file, steps and all. */
export function consider(
  dialect: Dialect,
  text: string,
  input: Partial<GateInput> = {},
  place: Partial<Candidate> = {},
): Evaluation {
  const around = aroundOf(dialect, input);
  const candidate = candidateOf(dialect, text, place);
  const { skills, others } = selectSkills([candidate], around, { keepsSteps: true });
  const [evaluation] = [...skills, ...others];
  if (evaluation === undefined) throw new Error("Nothing was considered.");
  return evaluation;
}
