import { type Diagnostic, dialects, quoteForShell, SkillError } from "../../../skill/index.ts";
import {
  type OrganisationRules,
  policy,
  type PolicyItem,
  listQuestions,
  type SandboxPolicy,
  type PathContext,
} from "../../authority/index.ts";
import { toolCodes, toolProblem } from "../diagnostics.ts";
import type { SkillTools } from "../introspect/index.ts";

/** What the user and his organisation have said about a skill. */
export interface Consent {
  /** Permissions that the user has agreed to. */
  readonly grants?: readonly string[];
  /** The user has agreed to run an unsigned skill. */
  readonly allowsExperimental?: boolean;
  /** The tier that a verified signature stands for; none without one. */
  readonly attestedTier?: string;
  readonly organisation?: OrganisationRules;
  /** Names of the MCP servers that the user has set up for skills. */
  readonly mcpServers?: readonly string[];
  /** What `~` and `./` stand for. */
  readonly around?: PathContext;
}

/**
 * The tier that a trusted signature attests, by the files of a folder and not by what they say of themselves.
 * Throws where a signature does not fit: nothing that a user allows makes up for that.
 */
export type Attest = (folder: string) => string | Promise<string>;

/** From the least to the most trusted. */
const TIERS = ["experimental", "community", "verified"];

/** Whatever tier a file claims, it has only that which a signature attests. */
function effectiveTier(claimed: string | undefined, attested: string | undefined): string {
  const rank = Math.min(TIERS.indexOf(claimed ?? ""), TIERS.indexOf(attested ?? ""));
  return TIERS[Math.max(0, rank)] ?? "experimental";
}

/** What a skill may touch, with what is still to be asked. */
export function policyFor(
  skill: Pick<SkillTools, "skill" | "dialect">,
  consent: Consent = {},
): SandboxPolicy {
  const { authority, requirements } = skill.skill;
  const trust = skill.dialect.trust ?? dialects.find((dialect) => dialect.trust)?.trust;
  if (trust === undefined) throw new Error("No dialect knows permissions.");
  const { grants, allowsExperimental, organisation, mcpServers, around } = consent;
  const { env = [], primaryEnv } = requirements;
  return policy({
    declared: authority.permissions ?? [],
    tier: effectiveTier(authority.tier, consent.attestedTier),
    trust,
    variables: primaryEnv === undefined ? env : [...env, primaryEnv],
    ...(grants === undefined ? {} : { grants }),
    ...(allowsExperimental === undefined ? {} : { allowsExperimental }),
    ...(organisation === undefined ? {} : { organisation }),
    ...(mcpServers === undefined ? {} : { mcpServers }),
    ...(around === undefined ? {} : { around }),
  });
}

/** Throws where something of the policy does not hold: a skill is loaded with all that it declares, or not at all. */
export function requireWhole(
  skill: Pick<SkillTools, "name" | "shown">,
  found: SandboxPolicy,
  { allowsExperimental }: Pick<Consent, "allowsExperimental">,
): void {
  const refused = found.items.filter(({ state }) => state === "refused" || state === "unavailable");
  const [first] = refused;
  if (first !== undefined)
    throw new SkillError(refusedPermission(skill, found, first, refused.length));
  const asked = listQuestions(found);
  if (found.isExperimental && allowsExperimental !== true)
    throw new SkillError(
      toolProblem(
        toolCodes.notConfirmed,
        `\`${skill.name}\` is experimental: it is not signed by a key you trust.`,
        {
          file: skill.shown,
          hint: [
            "Add `--allow-experimental` to run it in the sandbox.",
            ...describeItems(asked),
          ].join(" "),
        },
      ),
    );
  if (asked.length > 0)
    throw new SkillError(
      toolProblem(
        toolCodes.notConfirmed,
        `\`${skill.name}\` asks for \`${asked.map(({ permission }) => permission).join("`, `")}\`, which you have not allowed.`,
        {
          file: skill.shown,
          hint: `Add ${asked.map(({ permission }) => `\`--allow ${quoteForShell(permission)}\``).join(" ")}. ${describeItems(asked).join(" ")}`,
        },
      ),
    );
}

function refusedPermission(
  { name, shown }: Pick<SkillTools, "name" | "shown">,
  { tier }: SandboxPolicy,
  item: PolicyItem,
  count: number,
): Diagnostic {
  const message =
    item.state === "unavailable"
      ? item.parts.domain === "mcp"
        ? `\`${name}\` asks for the permission \`${item.permission}\`, which cannot be given here.`
        : `No skill can have the permission \`${item.permission}\` that \`${name}\` asks for.`
      : `The tier \`${tier}\` may not have the permission \`${item.permission}\` that \`${name}\` asks for.`;
  return toolProblem(toolCodes.refusedPermission, message, {
    file: shown,
    hint: refusalHint(item, count),
  });
}

/** Permissions for which a skill is never loaded, whoever signs it and whatever a user allows. */
export function permissionProblems(skill: SkillTools): readonly Diagnostic[] {
  const found = policyFor(skill);
  return found.items
    .filter(({ state, by, parts }) =>
      // Servers may be set up for it.
      state === "unavailable" ? parts.domain !== "mcp" : state === "refused" && by === "skill",
    )
    .map((item) => refusedPermission(skill, found, item, 1));
}

function refusalHint({ note, permission }: PolicyItem, count: number): string {
  const more = count === 1 ? "" : ` ${count - 1} more are refused as well.`;
  return `${note ?? `\`${permission}\` is not given.`}${more}`;
}

function describeItems(items: readonly PolicyItem[]): readonly string[] {
  return items.length === 0 ? [] : ["It would:", ...items.map(({ sentence }) => sentence)];
}
