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
import {
  fileRules,
  hostRules,
  isHarmless,
  isOpenVariable,
  isSecretAccess,
} from "./access-rules.ts";
import type { PolicyItem, SandboxPolicy } from "./policy-value.ts";
import { meets, type PathContext } from "./overlap.ts";
import { checkRules, type OrganisationRules } from "./rules.ts";
import { scopeProblem, listScopes, splitServer } from "./scopes.ts";
import { sentenceFor } from "./sentences.ts";

export interface PolicyRequest {
  readonly declared: readonly string[];
  readonly tier: string;
  /** How the system of the skill reads and decides. */
  readonly trust: TrustRules;
  /** Variables that the skill says it needs; those that are no secrets need no permission. */
  readonly variables?: readonly string[];
  /** What the user has agreed to. */
  readonly grants?: readonly string[];
  /** The user has agreed to run an unsigned skill. */
  readonly allowsExperimental?: boolean;
  readonly organisation?: OrganisationRules;
  /** Names of the MCP servers that are set up for skills. Default: none. */
  readonly mcpServers?: readonly string[];
  /** What `~` and `./` stand for; without it, rules of an organisation take them for any folder. */
  readonly around?: PathContext;
}

/** The tier that no signature and no audit stands behind. */
const UNVOUCHED = "experimental";
/** The tier that its publisher's signature alone stands behind. */
const SIGNED = "community";

/** From what is declared and agreed to all that a run may touch. Nothing is implicit: what is not granted is not in it. */
export function policy(request: PolicyRequest): SandboxPolicy {
  if (request.organisation !== undefined) checkRules(request.organisation, request.trust);
  const judge = createJudge(request);
  const variables = allowedVariables(request);
  const secrets = secretsAmong(variables, request);
  const items = [
    ...request.declared.map((permission) => judge(permission)),
    // A skill that gives up the domain still says what it needs.
    ...secrets.map((names) => judge(`env:read:${names}`, NOTHING_GIVEN_UP)),
  ];
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
    ...closedHosts(request),
    commands: allowedCommands(granted),
    environment: allowedEnvironment(granted, variables, isExperimental),
    mcp: mergeScopes(granted, "mcp") ?? "all",
    limits: limitsFor(request.tier, request.organisation?.limits),
  };
}

const NOTHING_GIVEN_UP: ReadonlySet<string> = new Set();

/** What the user still has to agree to before the skill can do all that it asks for. */
export function listQuestions({ items }: SandboxPolicy): readonly PolicyItem[] {
  return items.filter(({ state }) => state === "asks");
}

type Verdict = Pick<PolicyItem, "state" | "by" | "note">;

type Judge = (permission: string, givenUp?: ReadonlySet<string>) => PolicyItem;

function createJudge(request: PolicyRequest): Judge {
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
  return (permission, givenUp = denied) => {
    const parts = trust.readPermission(permission);
    const decision = trust.decide(tier, permission) ?? "refused";
    if (parts === undefined) return unreadable(permission);
    const sentence = sentenceFor(parts, tier === UNVOUCHED);
    const verdict =
      whyNever(parts, givenUp, known.deny, request.around) ??
      whyUnavailable(parts, request.mcpServers) ??
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
  around: PathContext | undefined,
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

/** What a sandbox cannot give, however much it is trusted, and servers that are not set up. */
function whyUnavailable(parts: Permission, servers: readonly string[] = []): Verdict | undefined {
  const note = isBeyondSandbox(parts)
    ? (UNREACHABLE[parts.domain] ?? "")
    : parts.domain === "mcp"
      ? whyNoServer(parts, servers)
      : undefined;
  return note === undefined ? undefined : { state: "unavailable", by: "sandbox", note };
}

function whyNoServer(parts: Permission, servers: readonly string[]): string | undefined {
  if (servers.length === 0) return "No MCP server is set up for skills here.";
  const missing = listScopes(parts)?.find((scope) => !servers.includes(splitServer(scope).server));
  return missing === undefined
    ? undefined
    : `No MCP server \`${splitServer(missing).server}\` is set up for skills here.`;
}

const UNREACHABLE: { readonly [domain: string]: string } = {
  desktop: "No screen can be reached from inside the sandbox.",
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
  if (tier === UNVOUCHED && grantsShell(parts))
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
      note: `The tier \`${tier}\` may not ask for it; it holds only if you grant it by name: \`--allow ${quoteForShell(formatPermission(parts))}\`.`,
    };
  if (ask.some((item) => meets(parts, item, around))) return { state: "asks", by: "organisation" };
  if (has(allow)) return { state: "granted", by: "organisation" };
  if (decision === "prompt") return { state: "asks", by: "tier" };
  // A server acts outside of the sandbox: a yes to that is none to this.
  if (tier === UNVOUCHED && parts.domain === "mcp") return { state: "asks", by: "tier" };
  if (decision === "sandboxed" && allowsExperimental !== true) return { state: "asks", by: "tier" };
  // Its publisher is trusted with what a domain opens, and not with what is the user's own.
  if (tier === SIGNED && isSecretAccess(parts)) return { state: "asks", by: "tier" };
  return { state: "granted", by: "tier" };
}

/** Programs that run whatever they are told, with versions such as `bash5`. */
const SHELL =
  /^(?:r?bash|[acdkz]?sh|[lm]?ksh|ksh93|tcsh|fish|yash|rc|es|elvish|nu|xonsh|busybox|toybox|pwsh|powershell)[\d.-]*$/iu;

function grantsShell(parts: Permission): boolean {
  if (parts.domain !== "shell") return false;
  return listScopes(parts)?.some((name) => SHELL.test(name)) ?? true;
}

function formatPermission({ domain, level, scope }: Permission): string {
  return [domain, level, ...(scope === undefined ? [] : [scope])].join(":");
}

/** Names in all grants of a domain; undefined: one of them is not narrowed. */
function mergeScopes(
  granted: readonly Permission[],
  domain: string,
): readonly string[] | undefined {
  const scopes = granted.filter((parts) => parts.domain === domain).map(listScopes);
  const known = scopes.filter((list) => list !== undefined);
  return known.length < scopes.length ? undefined : [...new Set(known.flat())];
}

function allowedCommands(granted: readonly Permission[]): SandboxPolicy["commands"] {
  return mergeScopes(granted, "shell") ?? "all";
}

function allowedEnvironment(
  granted: readonly Permission[],
  variables: readonly string[],
  isExperimental: boolean,
): SandboxPolicy["environment"] {
  const scoped = mergeScopes(granted, "env");
  const given = variablesIn(granted);
  const needed = variables.filter((name) => isOpenVariable(name) || given.has(name));
  const names = [...new Set([...needed, ...given])].filter(isHarmless);
  return { names, isOpen: scoped === undefined && !isExperimental };
}

function variablesIn(permissions: readonly Permission[]): ReadonlySet<string> {
  const own = permissions.filter(({ domain }) => domain === "env");
  return new Set(own.flatMap((parts) => listScopes(parts) ?? []));
}

/** As one scope; none where there are no secrets, or where what is declared names them already. */
function secretsAmong(
  variables: readonly string[],
  { declared, trust }: PolicyRequest,
): readonly string[] {
  const named = variablesIn(declared.flatMap((text) => trust.readPermission(text) ?? []));
  const secrets = variables.filter(
    (name) => isHarmless(name) && !isOpenVariable(name) && !named.has(name),
  );
  return secrets.length === 0 ? [] : [[...new Set(secrets)].join(",")];
}

/** Names are held against names; an address counts wherever a name leads. */
function closedHosts({ organisation, trust }: PolicyRequest): Pick<SandboxPolicy, "closedHosts"> {
  const denied = (organisation?.deny ?? []).flatMap((text) => trust.readPermission(text) ?? []);
  const rules = denied.flatMap(hostRules);
  return rules.length === 0 ? {} : { closedHosts: rules };
}

/** Variables that the skill needs, without those that the organisation forbids. */
function allowedVariables({
  variables = [],
  organisation,
  trust,
}: PolicyRequest): readonly string[] {
  const denied = (organisation?.deny ?? []).flatMap((text) => trust.readPermission(text) ?? []);
  const isDenied = (scope: string): boolean =>
    denied.some((item) => meets({ domain: "env", level: "read", scope }, item));
  return variables.filter((name) => !isDenied(name));
}
