import { nextTurn } from "../../platform/machine/index.ts";
import { type Diagnostic, formatPath, quoteForShell, oneLine } from "../../skill/model/index.ts";
import { mcpCodes, mcpProblem } from "./diagnostics.ts";
import type { Catalog, LeftOut, PendingSkill, ServedSkill } from "./catalog.ts";
import type { FoundSkills } from "./find.ts";
import type { SkillLimits } from "./folder.ts";
import { dependencyGraph, type DependencyGraph } from "./graph.ts";
import type { Judge, Judged, Judgement } from "./judge.ts";
import { nameAll, type NamedSkill } from "./names.ts";
import { isOwnUri } from "./uris.ts";
import { describePortable, type PortableResult } from "./portable.ts";
import type { Preparation, PreparedSkill } from "./prepare.ts";
import { type Offer, serveSkill } from "./serve-skill.ts";
import type { Verdict } from "./verdicts.ts";

export interface BuildInput {
  readonly version: number;
  readonly found: FoundSkills;
  /** What was read of each, in the same order. */
  readonly preparations: readonly Preparation[];
  readonly judge: Judge;
  readonly limits: SkillLimits;
  /** What is said of projections. */
  readonly portables: PortableCache;
  /** What was made of the same files before. */
  readonly served: WeakMap<PreparedSkill, ServedSkill>;
  /** Under which names. */
  readonly named: WeakMap<ServedSkill, NamedSkill>;
  /** What the scan makes of a skill; undefined where it is not scanned yet. */
  readonly verdictOf: (skill: PreparedSkill) => Verdict | undefined;
  /** Skills that are served although the scan blocks them: addresses, or files as they are shown. */
  readonly allowBlocked: ReadonlySet<string>;
}

/** What it takes to serve one skill. */
export type ServeInput = Pick<BuildInput, "limits" | "portables" | "served" | "named">;

/** Skills that are made ready before others have a turn. */
const SLICE = 16;
/** Files that one sentence names. */
const MOST_NAMED = 2;

/** Of a file, under the name that the skill had last: the same input gives the same output. */
export type PortableCache = WeakMap<
  PreparedSkill,
  { readonly name: string; readonly result: PortableResult }
>;

/** The catalog of what was found: every skill is in it, served or left out for a reason. */
export async function buildCatalog(input: BuildInput): Promise<Catalog> {
  const leftOut: LeftOut[] = input.found.refused.map(({ shown, code, why }) => ({
    path: shown,
    reasons: [{ code, say: why }],
  }));
  const prepared = input.preparations.flatMap((item, index): readonly PreparedSkill[] => {
    if (item.ok) return [item.prepared];
    const shown = input.found.skills[index]?.shown ?? "";
    leftOut.push({ path: shown, reasons: [{ code: item.code, say: item.why }] });
    return [];
  });
  const verdicts = await input.judge.judge(prepared.map(({ reading }) => reading));
  const judged = new Map(prepared.map((item, index) => [item, verdicts[index]]));
  const leave = (item: PreparedSkill, reasons: readonly Judgement[], name?: string): void => {
    leftOut.push({
      path: item.found.shown,
      dialect: item.reading.dialect.id,
      reasons,
      prepared: item,
      ...(name === undefined ? {} : { name }),
    });
  };
  const usable = prepared.filter((item) => isUsable(item, judged.get(item), leave));
  const named = nameAll(usable);
  const served: ServedSkill[] = [];
  const pending: PendingSkill[] = [];
  for (const [index, item] of named.entries()) {
    if (index > 0 && index % SLICE === 0) await nextTurn();
    const verdict = judged.get(item.prepared);
    if (verdict?.loaded === undefined) continue;
    if (!verdict.isEligible) {
      leave(item.prepared, verdict.reasons, item.name);
      continue;
    }
    const scan = input.verdictOf(item.prepared);
    if (scan === undefined) pending.push(item);
    else if (scan.decision === "block" && !isAllowed(item, input.allowBlocked))
      leave(item.prepared, [{ code: "blocked", say: saysBlocked(scan, item) }], item.name);
    else {
      const skill = await serveNamed(item, verdict, scan, input);
      if ("say" in skill) leave(item.prepared, [skill], item.name);
      else served.push(skill);
    }
  }
  return assemble(input.version, served, { leftOut, pending, prepared });
}

/** A file that does not load hides nothing, and one that breaks its contract is not served. */
function isUsable(
  item: PreparedSkill,
  verdict: Judged | undefined,
  leave: (item: PreparedSkill, reasons: readonly Judgement[], name?: string) => void,
): boolean {
  const broken = item.contract.filter(({ severity }) => severity === "error");
  if (broken.length > 0)
    leave(
      item,
      broken.map(({ message }) => ({ code: "contract", say: message })),
    );
  else if (verdict?.loaded === undefined) leave(item, verdict?.reasons ?? []);
  else return true;
  return false;
}

export async function serveNamed(
  item: NamedSkill,
  { loaded }: Judged,
  scan: Verdict,
  { limits, portables, served, named }: ServeInput,
): Promise<ServedSkill | Judgement> {
  const { reading } = item.prepared;
  const result = await describeOnce(portables, item.prepared, item.name);
  if (!result.ok) return { code: "not-portable", say: result.why };
  const offer = {
    isListed: loaded?.isOfferedToModel !== false,
    isPrompt: loaded?.isOfferedToUser !== false,
    verdict: scan.decision,
    notices: [...scanNotice(scan), ...sharedName(item)],
    ...(scan.statement === undefined ? {} : { statement: scan.statement }),
  };
  const known = served.get(item.prepared);
  if (known !== undefined && isSameOffer(known, item, offer)) return known;
  const mends = item.prepared.tolerated.map((message) =>
    reading.dialect.isOpenSpecification === true
      ? `The validator of the specification refuses it: ${message}`
      : `The frontmatter was repaired: ${message}`,
  );
  const dropped = item.prepared.passedOver.map(
    ({ path, why }) => `\`${path}\` is not served: ${why}.`,
  );
  const portable = { ...result.portable, mends: [...mends, ...result.portable.mends, ...dropped] };
  const skill = serveSkill(item, portable, offer, limits);
  if (typeof skill !== "string") {
    served.set(item.prepared, skill);
    named.set(skill, item);
    return skill;
  }
  return { code: "too-large", say: `It is too large for clients: ${skill}.` };
}

export async function describeOnce(
  portables: PortableCache,
  prepared: PreparedSkill,
  name: string,
): Promise<PortableResult> {
  const known = portables.get(prepared);
  if (known?.name === name) return known.result;
  const result = await describePortable(prepared.reading, name);
  portables.set(prepared, { name, result });
  return result;
}

export function isAllowed({ path, prepared }: NamedSkill, allowed: ReadonlySet<string>): boolean {
  return allowed.has(path) || allowed.has(prepared.found.shown);
}

function saysBlocked({ reason }: Verdict, { path }: NamedSkill): string {
  return `The scan blocks it: ${asSentence(reason)} \`--allow-blocked ${quoteForShell(path)}\` serves it all the same.`;
}

function scanNotice({ decision, reason }: Verdict): readonly string[] {
  if (decision === "allow") return [];
  const said = asSentence(reason);
  return decision === "block"
    ? [`The scan blocks this skill, and it is served because it was named: ${said}`]
    : [`The scan asks for a review of this skill before it is followed: ${said}`];
}

function asSentence(reason: string): string {
  const text = oneLine(reason).trim();
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Whoever calls a skill by its name gets the first, so the others say that they are there. */
function sharedName({ name, path, namesake }: NamedSkill): readonly string[] {
  if (namesake === undefined) return [];
  return [
    `Another skill is named \`${name}\` as well (${namesake.found.shown}) and has the short address; this one is served as \`${path}\`.`,
  ];
}

function isSameOffer(
  known: ServedSkill,
  { name, path, id }: NamedSkill,
  { isListed, isPrompt, verdict, notices, statement }: Offer,
): boolean {
  return (
    known.name === name &&
    known.path === path &&
    known.id === id &&
    known.verdict === verdict &&
    known.statement === statement &&
    known.notices.join("\n") === notices.join("\n") &&
    known.isListed === isListed &&
    known.isPrompt === isPrompt
  );
}

function assemble(
  version: number,
  served: readonly ServedSkill[],
  {
    leftOut,
    pending,
    prepared,
  }: {
    readonly leftOut: readonly LeftOut[];
    readonly pending: readonly PendingSkill[];
    readonly prepared: readonly PreparedSkill[];
  },
): Catalog {
  // A name that several have means the one with the short address, which therefore comes last.
  const byRank = served.toSorted((a, b) => countFolders(b) - countFolders(a));
  const idOf = new Map(byRank.flatMap((skill) => idsOf(skill).map((id) => [id, skill.id])));
  const skills = served
    .map((skill): ServedSkill => {
      if (skill.skill.relations.skills === undefined) return skill;
      const wanted = (skill.skill.relations.skills ?? []).map(({ name }) => idOf.get(name) ?? name);
      return { ...skill, dependsOn: [...new Set(wanted)] };
    })
    .sort((a, b) => (a.uri < b.uri ? -1 : 1));
  const graph = dependencyGraph(skills.map(({ id, dependsOn }) => ({ name: id, dependsOn })));
  return Object.freeze({
    version,
    skills,
    listed: skills.filter(({ isListed }) => isListed),
    byPath: new Map(skills.map((skill) => [skill.path, skill])),
    byId: new Map(skills.map((skill) => [skill.id, skill])),
    leftOut: leftOut.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    pending,
    graph,
    problems: [
      ...prepared.flatMap(({ contract }) => contract),
      ...graphProblems(graph, skills),
      ...otherRules(skills),
      ...emptyCapabilities(skills),
    ],
  });
}

function countFolders({ path }: ServedSkill): number {
  return path.split("/").length;
}

/** Names by which another skill may ask for it, the served ones last so that they win. */
function idsOf({ name, path, id, skill }: ServedSkill): readonly string[] {
  const { id: own, name: written } = skill.identity;
  return [written, own, name, path, id].filter((item) => item !== undefined);
}

/** Beside skills that keep a contract, one that does not say so is easily taken for one of them. */
function otherRules(skills: readonly ServedSkill[]): readonly Diagnostic[] {
  const guard = skills.find(({ reading }) => reading.dialect.guardsStart === true)?.reading.dialect;
  const others = skills.filter(({ reading }) => reading.dialect.guardsStart !== true);
  if (guard === undefined || others.length === 0) return [];
  const named = others.slice(0, MOST_NAMED).map(({ shown }) => `\`${shown}\``);
  const more = others.length > MOST_NAMED ? ` and ${others.length - MOST_NAMED} more` : "";
  return [
    mcpProblem(
      mcpCodes.contract,
      "info",
      `Skills without the contract of ${guard.title} are served under the rules of other systems: ${named.join(", ")}${more}.`,
      { hint: `\`--as ${guard.id}\` stops on them.` },
    ),
  ];
}

/** A capability among our own addresses that names nothing which is served. */
function emptyCapabilities(skills: readonly ServedSkill[]): readonly Diagnostic[] {
  // Few skills name any, and the addresses of all files are many.
  const naming = skills.filter(({ skill }) => skill.relations.published?.some(isOwnUri) === true);
  if (naming.length === 0) return [];
  const served = new Set(
    skills.flatMap(({ authored, references, files }) => [
      authored.uri,
      ...references.map(({ uri }) => uri),
      ...[...files.values()].map(({ uri }) => uri),
    ]),
  );
  return naming.flatMap(({ skill, shown }) =>
    (skill.relations.published ?? [])
      .filter((uri) => isOwnUri(uri) && !served.has(uri.trim()))
      .map((uri) => {
        const path = skill.sources["relations.published"];
        const field = path === undefined ? "" : `\`${formatPath(path)}\`: `;
        return mcpProblem(
          mcpCodes.contract,
          "warning",
          `${field}The address \`${uri}\` is not served.`,
          { file: shown, hint: "Remove it, or add the reference that it names." },
        );
      }),
  );
}

function graphProblems(
  graph: DependencyGraph,
  skills: readonly ServedSkill[],
): readonly Diagnostic[] {
  const fileOf = new Map(skills.map(({ id, shown }) => [id, shown]));
  const fieldOf = new Map(skills.map(({ id, skill }) => [id, skill.sources["relations.skills"]]));
  const warn = (name: string, message: string, hint: string): Diagnostic => {
    const file = fileOf.get(name);
    const path = fieldOf.get(name);
    const field = path === undefined ? "" : `\`${formatPath(path)}\`: `;
    return mcpProblem(mcpCodes.dependency, "warning", field + message, {
      hint,
      ...(file === undefined ? {} : { file }),
      ...(path === undefined ? {} : { path }),
    });
  };
  return [
    ...graph.missing.map(({ from, to }) =>
      warn(
        from,
        `\`${from}\` depends on \`${to}\`, which is not served.`,
        `Serve \`${to}\` as well, or remove it from the dependencies.`,
      ),
    ),
    ...graph.self.map((name) =>
      warn(name, `\`${name}\` depends on itself.`, "Remove it from the dependencies."),
    ),
    ...graph.cycles.map((names) =>
      warn(
        names[0] ?? "",
        `\`${names.join("`, `")}\` depend on each other in a circle.`,
        "Remove one of the dependencies.",
      ),
    ),
  ];
}
