/** The way of a skill under the rules of each system, on hosts that somebody describes. */
import {
  type Candidate,
  explain,
  type Explanation,
  gatesOf,
  type HostView,
  prepareSurroundings,
  selectSkills,
} from "../../../src/library/gate/index.ts";
import { promptLimits, promptSkills, renderPrompt } from "../../../src/library/prompt/index.ts";
import {
  type Dialect,
  dialects,
  findDialect,
  type JsonObject,
  readAs,
  readDocument,
} from "../../../src/skill/index.ts";
import type { MatrixSource } from "./portable.ts";

export interface WayRequest {
  /** The skills that are looked at together; of two with one name the later source counts. */
  readonly skills: readonly (MatrixSource & { readonly source?: string })[];
  /** The system; every one where absent. */
  readonly dialect?: string;
  readonly hosts: readonly HostView[];
  readonly config: JsonObject;
}

export interface Way {
  readonly dialect: string;
  readonly title: string;
  readonly files: readonly Explanation[];
}

export function findWays({ skills, dialect: id, hosts, config }: WayRequest): readonly Way[] {
  const asked = id === undefined ? dialects : [findDialect(id)].filter((one) => one !== undefined);
  return asked.map((dialect) => ({
    dialect: dialect.id,
    title: dialect.title,
    files: filesOn(dialect, skills, hosts, config),
  }));
}

function filesOn(
  dialect: Dialect,
  skills: WayRequest["skills"],
  hosts: readonly HostView[],
  config: JsonObject,
): readonly Explanation[] {
  const rules = gatesOf(dialect);
  const lowest = rules.sources.order[0] ?? "";
  const candidates = skills.map(({ path, text, source }): Candidate => ({
    source: source !== undefined && rules.sources.order.includes(source) ? source : lowest,
    path,
    reading: readAs(dialect, readDocument(text), { path }),
    bytes: new TextEncoder().encode(text).length,
  }));
  const around = prepareSurroundings(rules, { hosts, config, environment: environmentOf(hosts) });
  const selection = selectSkills(candidates, around, { keepsSteps: true });
  const { listing } = dialect;
  const prompt =
    listing === undefined
      ? undefined
      : renderPrompt(promptSkills(selection, around), listing, promptLimits(listing, config));
  return [...selection.skills, ...selection.others].map((item) => explain(item, around, prompt));
}

/** Of a described host the names of variables are known; what they hold is nobody's business here. */
function environmentOf(hosts: readonly HostView[]): { readonly [name: string]: string } {
  return Object.fromEntries((hosts[0]?.env ?? []).map((name) => [name, "set"]));
}
