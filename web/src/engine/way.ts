/** The way of a skill under the rules of each system, on hosts that somebody describes. */
import {
  type Candidate,
  explain,
  type Explanation,
  gatesOf,
  type HostView,
  prepareGate,
  selectSkills,
} from "../../../src/library/gate/index.ts";
import { promptLimits, promptSkills, renderPrompt } from "../../../src/library/prompt/index.ts";
import {
  chooseDialect,
  type Dialect,
  dialects,
  findDirectory,
  type JsonObject,
  readAs,
  readDocument,
} from "../../../src/skill/index.ts";
import { matrix } from "../../../src/check/matrix/index.ts";

/** A skill, and the system in whose folders it lies, if it does. */
export interface PlacedSource {
  readonly path: string;
  readonly text: string;
  readonly dialect?: string;
  readonly source?: string;
}

export interface WayRequest {
  /** The skills that are looked at together; of two with one name the later source counts. */
  readonly skills: readonly PlacedSource[];
  /** The system, in the edition that people run; every one where absent, with that of its document. */
  readonly dialect?: string;
  readonly hosts: readonly HostView[];
  readonly config: JsonObject;
  readonly agent?: string;
}

export interface Way {
  readonly dialect: string;
  readonly title: string;
  readonly files: readonly Explanation[];
  /** Why its own check refuses a file that is loaded all the same. */
  readonly objection?: string;
}

export function findWays(request: WayRequest): readonly Way[] {
  const { dialect: id } = request;
  const asked = id === undefined ? dialects.flatMap(editionsOf) : [chooseDialect(id)];
  const [source] = request.skills;
  const ids = asked.map((dialect) => dialect.id);
  const [judged] = source === undefined ? [] : matrix([source], ids).rows;
  return asked.map((dialect) => {
    const files = filesOn(dialect, request);
    const cell = judged?.cells.find(({ system }) => system === dialect.id);
    const [objection] = cell?.verdict === "refused" ? cell.reasons : [];
    return {
      dialect: dialect.id,
      title: titleIn(asked, dialect),
      files,
      ...(objection !== undefined && files[0]?.isEligible === true
        ? { objection: objection.message }
        : {}),
    };
  });
}

/** The one that people run, then the one of the document, where they differ. */
function editionsOf(dialect: Dialect): readonly Dialect[] {
  const current = chooseDialect(dialect.id);
  return current === dialect ? [dialect] : [current, dialect];
}

function titleIn(asked: readonly Dialect[], { id, title }: Dialect): string {
  const hasRelease = asked.some((other) => other.id.startsWith(`${id}@`));
  return hasRelease ? `${title}, as documented` : title;
}

function filesOn(
  dialect: Dialect,
  { skills, hosts, config, agent }: WayRequest,
): readonly Explanation[] {
  const rules = gatesOf(dialect);
  const lowest = rules.sources.order[0] ?? "";
  const candidates = skills.map((skill): Candidate => {
    const { text, source } = skill;
    const path = placeOf(skill, dialect);
    return {
      source: source !== undefined && rules.sources.order.includes(source) ? source : lowest,
      path,
      reading: readAs(dialect, readDocument(text), { path }),
      bytes: new TextEncoder().encode(text).length,
    };
  });
  const around = prepareGate(rules, {
    hosts,
    config,
    environment: environmentOf(hosts),
    ...(agent === undefined ? {} : { agentId: agent }),
  });
  const selection = selectSkills(candidates, around, { keepsSteps: true });
  const { listing } = dialect;
  const prompt =
    listing === undefined
      ? undefined
      : renderPrompt(
          promptSkills(selection, around),
          listing,
          promptLimits(listing, config, agent),
        );
  return [...selection.skills, ...selection.others].map((item) => explain(item, around, prompt));
}

/** A skill of elsewhere is looked at as if it lay where the system reads skills for everybody. */
function placeOf({ path, dialect: own }: PlacedSource, { id, listing }: Dialect): string {
  if (own === id || id.startsWith(`${own}@`)) return path;
  const open = listing?.readPaths?.find(({ prefix }) => !prefix.includes("{agent}"));
  return `${open?.prefix ?? ""}${findDirectory(path) ?? "skill"}/SKILL.md`;
}

/** Of a described host the names of variables are known; what they hold is nobody's business here. */
function environmentOf(hosts: readonly HostView[]): { readonly [name: string]: string } {
  return Object.fromEntries((hosts[0]?.env ?? []).map((name) => [name, "set"]));
}
