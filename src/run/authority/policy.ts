import {
  type GrantDecision,
  isBeyondSandbox,
  type Permission,
  quoteForShell,
  type TrustRules,
} from "../../skill/index.ts";
import { covers } from "./covers.ts";
import { hiddenPlaces } from "./hidden.ts";
import { limitsFor } from "./limits.ts";
import { fileRules, hostRules, isHarmless } from "./opening.ts";
import type { PolicyItem, SandboxPolicy } from "./policy-value.ts";
import { meets, type Surroundings } from "./overlap.ts";
import { checkRules, type OrganisationRules } from "./rules.ts";
import { scopeProblem, scopesOf } from "./scopes.ts";
import { sentenceFor } from "./sentences.ts";

export interface PolicyRequest {
  readonly declared: readonly string[];
  readonly tier: string;
  /** How the system of the skill reads and decides. */
  readonly trust: TrustRules;
  /** Variables that the skill says it needs; they need no permission. */
  readonly variables?: readonly string[];
  /** What the user has agreed to. */
  readonly grants?: readonly string[];
  /** The user has agreed to run a skill that nobody vouches for. */
  readonly allowsExperimental?: boolean;
  readonly organisation?: OrganisationRules;
  /** What `~` and `./` stand for; without it, rules of an organisation take them for any folder. */
  readonly around?: Surroundings;
}

/** The tier that no signature and no audit stands behind. */
const UNVOUCHED = "experimental";

/** From what is declared and agreed to all that a run may touch. Nothing is implicit: what is not granted is not in it. */
export function policy(request: PolicyRequest): SandboxPolicy {
  if (request.organisation !== undefined) checkRules(request.organisation, request.trust);
  const judge = createJudge(request);
  const items = request.declared.map(judge);
  const granted = items.filter(({ state }) => state === "granted").map(({ parts }) => parts);
  const isExperimental = request.tier === UNVOUCHED;
  const files = granted.flatMap((parts) => fileRules(parts, isExperimental));
  return {
    tier: request.tier,
    isExperimental,
    items,
    files,
    hidden: hiddenPlaces(files),
    hosts: granted.flatMap(hostRules),
    commands: commandsOf(granted),
    environment: environmentOf(granted, variablesOf(request), isExperimental),
    mcp: namesOf(granted, "mcp") ?? "all",
    limits: limitsFor(request.tier, request.organisation?.limits),
  };
}

/** What the user still has to agree to before the skill can do all that it asks for. */
export function questionsOf({ items }: SandboxPolicy): readonly PolicyItem[] {
  return items.filter(({ state }) => state === "asks");
}

type Verdict = Pick<PolicyItem, "state" | "by" | "note">;

function createJudge(request: PolicyRequest): (permission: string) => PolicyItem {
  const { trust, tier } = request;
  const read = (texts: readonly string[] = []): readonly Permission[] =>
    texts.flatMap((text) => trust.readPermission(text) ?? []);
  const denied = new Set(
    read(request.declared)
      .filter(({ level, scope }) => level === "none" && scope === undefined)
      .map(({ domain }) => domain),
  );
  const known = {
    grants: read(request.grants),
    deny: read(request.organisation?.deny),
    ask: read(request.organisation?.ask),
    allow: read(request.organisation?.allow),
  };
  return (permission) => {
    const parts = trust.readPermission(permission);
    const decision = trust.decide(tier, permission) ?? "refused";
    if (parts === undefined) return unreadable(permission);
    const sentence = sentenceFor(parts, tier === UNVOUCHED);
    const verdict =
      whyNever(parts, denied, known.deny, request.around) ??
      whyUnavailable(parts) ??
      decideOn(parts, decision, request, known);
    return { permission, parts, decision, sentence, ...verdict };
  };
}

function unreadable(permission: string): PolicyItem {
  return {
    permission,
    parts: { domain: "", level: "" },
    decision: "refused",
    state: "refused",
    by: "skill",
    sentence: `Do what \`${permission}\` means, which is unknown.`,
    note: "A permission is `<domain>:<level>`, with a scope where it is to be narrowed.",
  };
}

/** Of all scopes of one permission; a person has to read them before saying yes. */
const MOST_CHARACTERS = 1024;

/** What neither a tier nor a user can give. */
function whyNever(
  parts: Permission,
  denied: ReadonlySet<string>,
  rules: readonly Permission[],
  around: Surroundings | undefined,
): Verdict | undefined {
  if (parts.level === "none") return { state: "denied", by: "skill" };
  if (denied.has(parts.domain))
    return {
      state: "denied",
      by: "skill",
      note: `The skill also says \`${parts.domain}:none\`, which holds.`,
    };
  const isTooLong = (parts.scope?.length ?? 0) > MOST_CHARACTERS;
  const problem = isTooLong
    ? `its scopes have more than ${MOST_CHARACTERS} characters together`
    : scopeProblem(parts);
  if (problem !== undefined)
    return { state: "refused", by: "skill", note: `It cannot be given because ${problem}.` };
  const forbids = rules.some((item) => meets(parts, item, around));
  return forbids
    ? { state: "refused", by: "organisation", note: "The rules of your organisation forbid it." }
    : undefined;
}

/** What walls cannot give, however much it is trusted. */
function whyUnavailable(parts: Permission): Verdict | undefined {
  if (!isBeyondSandbox(parts)) return undefined;
  return { state: "unavailable", by: "sandbox", note: UNREACHABLE[parts.domain] ?? "" };
}

const UNREACHABLE: { readonly [domain: string]: string } = {
  desktop: "No screen can be reached from inside the sandbox.",
  mcp: "No MCP server can be reached from inside the sandbox.",
  database:
    "Only files of databases can be given; a server of databases cannot be reached from inside the sandbox.",
};

interface KnownRules {
  readonly grants: readonly Permission[];
  readonly ask: readonly Permission[];
  readonly allow: readonly Permission[];
}

function decideOn(
  parts: Permission,
  decision: GrantDecision,
  { tier, allowsExperimental, around }: PolicyRequest,
  { grants, ask, allow }: KnownRules,
): Verdict {
  const context = {
    isExperimental: tier === UNVOUCHED,
    ...(around === undefined ? {} : { around }),
  };
  const has = (rules: readonly Permission[]): boolean =>
    rules.some((item) => covers(item, parts, context));
  const isGranted = has(grants);
  if (tier === UNVOUCHED && givesShell(parts))
    return {
      state: "refused",
      by: "tier",
      note: "An experimental skill gets no shell: it has to name the other programs that it runs.",
    };
  if (isGranted) return { state: "granted", by: "user" };
  if (decision === "refused")
    return {
      state: "refused",
      by: "tier",
      note: `The tier \`${tier}\` may not ask for it; it holds only if you grant it by name: \`--allow ${quoteForShell(nameOf(parts))}\`.`,
    };
  if (ask.some((item) => meets(parts, item, around))) return { state: "asks", by: "organisation" };
  if (has(allow)) return { state: "granted", by: "organisation" };
  if (decision === "prompt") return { state: "asks", by: "tier" };
  if (decision === "sandboxed" && allowsExperimental !== true) return { state: "asks", by: "tier" };
  return { state: "granted", by: "tier" };
}

/** Programs that run whatever they are told, with versions such as `bash5`. */
const SHELL =
  /^(?:r?bash|[acdkz]?sh|[lm]?ksh|ksh93|tcsh|fish|yash|rc|es|elvish|nu|xonsh|busybox|toybox|pwsh|powershell)[\d.-]*$/iu;

function givesShell(parts: Permission): boolean {
  if (parts.domain !== "shell") return false;
  return scopesOf(parts)?.some((name) => SHELL.test(name)) ?? true;
}

function nameOf({ domain, level, scope }: Permission): string {
  return [domain, level, ...(scope === undefined ? [] : [scope])].join(":");
}

/** Names in all grants of a domain; undefined: one of them is not narrowed. */
function namesOf(granted: readonly Permission[], domain: string): readonly string[] | undefined {
  const scopes = granted.filter((parts) => parts.domain === domain).map(scopesOf);
  const known = scopes.filter((list) => list !== undefined);
  return known.length < scopes.length ? undefined : [...new Set(known.flat())];
}

function commandsOf(granted: readonly Permission[]): SandboxPolicy["commands"] {
  return namesOf(granted, "shell") ?? "all";
}

function environmentOf(
  granted: readonly Permission[],
  variables: readonly string[],
  isExperimental: boolean,
): SandboxPolicy["environment"] {
  const scoped = namesOf(granted, "env");
  const names = [...new Set([...variables, ...(scoped ?? [])])].filter(isHarmless);
  return { names, isOpen: scoped === undefined && !isExperimental };
}

/** Variables that the skill needs, without those that the organisation forbids. */
function variablesOf({ variables = [], organisation, trust }: PolicyRequest): readonly string[] {
  const denied = (organisation?.deny ?? []).flatMap((text) => trust.readPermission(text) ?? []);
  const isDenied = (scope: string): boolean =>
    denied.some((item) => meets({ domain: "env", level: "read", scope }, item));
  return variables.filter((name) => !isDenied(name));
}
