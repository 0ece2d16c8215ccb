/** What the user agrees to when skills are installed: by options, or by answering. */
import {
  policy,
  type PolicyRequest,
  listQuestions,
  type SandboxPolicy,
} from "../../run/authority/index.ts";
import {
  grantsFile,
  readGrants,
  skillDigest,
  withoutSkill,
  withRecord,
  writeGrants,
} from "../../run/grants/index.ts";
import {
  type Agree,
  type AppliedSkill,
  formatSignerChange,
  notAgreed,
  refusedPermission,
  type ReviewOptions,
  type SignerOptions,
} from "../../registry/install/index.ts";
import { signerName } from "../../registry/lock/index.ts";
import { readManifest } from "../../registry/package/index.ts";
import { dialects, type ReadSkill } from "../../skill/index.ts";
import { oneLine } from "../../platform/index.ts";
import { findHome } from "../../platform/process/index.ts";
import type { Context, Person } from "../context.ts";
import type { InputOf } from "../fields.ts";
import type { LocalComputer } from "../machine/local-computer.ts";
import { readMcpServers } from "../machine/mcp-servers.ts";
import { policyLines, questionAfter } from "../tools/question.ts";
import type { consentFields, reviewFields } from "./fields.ts";

export type ReviewInput = InputOf<typeof reviewFields>;
export type ConsentInput = InputOf<typeof consentFields> & ReviewInput;

/** Everything that the gates of a skill are opened by. */
export function toGateOptions(
  context: Pick<Context, "person" | "computer">,
  input: ConsentInput & { readonly force: boolean; readonly dryRun: boolean },
  isFrozen = false,
): SignerOptions &
  ReviewOptions & {
    readonly allowsExperimental: boolean;
    readonly mayBeRisky: boolean;
    readonly allow: readonly string[];
    readonly agree: Agree;
    readonly isForced: boolean;
    readonly isDryRun: boolean;
  } {
  return {
    allowsExperimental: input.allowExperimental,
    mayBeRisky: input.allowRisky,
    allow: input.allow,
    agree: agreeBy(context, input.yes),
    isForced: input.force,
    isDryRun: input.dryRun,
    // `--yes` agrees to permissions: it must not wave through what nobody has looked at.
    ...toReviewOptions(context, input, input.yes || isFrozen),
  };
}

/** Who may take over names, and whether a skill is installed that the scanner wants a person to look at. */
export function toReviewOptions(
  { person }: Pick<Context, "person">,
  { acceptSigner, acceptReview }: ReviewInput,
  isUnattended = false,
): SignerOptions & ReviewOptions {
  const asked = isUnattended || person?.canAnswer !== true ? undefined : person;
  return {
    acceptedSigners: acceptSigner,
    ...(asked === undefined
      ? {}
      : {
          agreeToSigner: async (change) => {
            asked.show(`${oneLine(formatSignerChange(change))}.\n`);
            return await asked.confirm("Take it from the new signer?");
          },
        }),
    ...(acceptReview
      ? { acceptsReview: true }
      : asked === undefined
        ? {}
        : { agreeToReview: reviewBy(asked) }),
  };
}

const MOST_SHOWN = 5;

function reviewBy({ show, confirm }: Person): NonNullable<ReviewOptions["agreeToReview"]> {
  return async (name, { findings, reason }) => {
    show(`The scanner wants a person to look at \`${oneLine(name)}\`: ${reason}\n`);
    const grave = findings.filter(({ severity }) => severity === "high");
    for (const { file, range, message, evidence } of grave.slice(0, MOST_SHOWN)) {
      const line = range === undefined ? "" : `:${range.start.line}`;
      show(oneLine(`  ${file}${line}: ${message}`) + "\n");
      if (evidence !== undefined)
        show(oneLine(`    ${evidence.text.replaceAll(/\s+/gu, " ")}`) + "\n");
    }
    const more = grave.length - MOST_SHOWN;
    if (more > 0) show(`  and ${more} more of this kind\n`);
    return await confirm("Install it nevertheless?");
  };
}

/** Shows what a skill asks for in words, and gets a yes: by the options, or from the person. */
function agreeBy(
  { person, computer }: Pick<Context, "person" | "computer">,
  isAgreedToAll: boolean,
): Agree {
  return async ({ skill, entry }, allowed) => {
    const read = readManifest(skill.files);
    if (read === undefined) return [];
    const found = buildPolicy(read, entry.enforcedTier, {
      grants: allowed,
      mcpServers: computer === undefined ? [] : [...readMcpServers(computer).keys()],
    });
    const refused = found.items.find(({ state, by }) => state === "refused" && by !== "skill");
    if (refused !== undefined)
      throw refusedPermission(entry.name, refused.permission, entry.enforcedTier);
    const asked = listQuestions(found).map(({ permission }) => permission);
    const given = found.items.filter(({ by }) => by === "user").map(({ permission }) => permission);
    const lines = policyLines(found, ({ state }) => (state === "asks" ? "?" : "-"));
    if (person?.readsText === true && lines.length > 0) {
      person.show(
        `\`${oneLine(entry.name)}\` is ${found.tier}. It would, and only in the sandbox:\n`,
      );
      for (const line of lines) person.show(`${line}\n`);
    }
    if (asked.length === 0 || isAgreedToAll) return [...given, ...asked];
    const question = questionAfter(lines, found, `Let \`${entry.name}\` do that?`);
    if (person === undefined || !(await person.confirm(question)))
      throw notAgreed(entry.name, asked);
    return [...given, ...asked];
  };
}

function buildPolicy(
  { skill, dialect }: ReadSkill,
  tier: string,
  known: Required<Pick<PolicyRequest, "grants" | "mcpServers">>,
): SandboxPolicy {
  const trust = dialect.trust ?? dialects.find((item) => item.trust)?.trust;
  if (trust === undefined) throw new Error("No dialect knows permissions.");
  const { env = [], primaryEnv } = skill.requirements;
  return policy({
    declared: skill.authority.permissions ?? [],
    tier,
    trust,
    ...known,
    variables: primaryEnv === undefined ? env : [...env, primaryEnv],
    // The tier is a gate of its own, which was passed before.
    allowsExperimental: true,
  });
}

/** Keeps what was agreed to, so that nobody is asked again when the tools of the skill are loaded. */
export function storeAgreements(
  applied: readonly Pick<AppliedSkill, "path" | "admitted">[],
  { environment, now }: LocalComputer,
): void {
  const file = grantsFile(findHome(environment));
  let records = readGrants(file);
  const before = records;
  for (const { path, admitted } of applied) {
    if (admitted === undefined) continue;
    const { entry, agreed, skill } = admitted;
    const name = readManifest(skill.files)?.skill.identity.name ?? entry.name;
    const isExperimental = entry.enforcedTier === "experimental";
    const digest = skillDigest(path);
    if (digest === undefined || (agreed.length === 0 && !isExperimental)) continue;
    records = withRecord(records, {
      skill: name,
      place: path,
      digest,
      declared: entry.permissions,
      permissions: agreed,
      allowsExperimental: isExperimental,
      ...(entry.signer === undefined ? {} : { signer: signerName(entry.signer) }),
      at: new Date(now()).toISOString(),
    });
  }
  if (records !== before) writeGrants(file, records);
}

/** What was agreed to for a skill goes with it. */
export function forgetAgreements(
  skills: readonly { readonly name: string; readonly path: string }[],
  { environment }: LocalComputer,
): void {
  const file = grantsFile(findHome(environment));
  const before = readGrants(file);
  const after = skills.reduce(
    (records, { name, path }) => withoutSkill(records, { skill: name, place: path }),
    before,
  );
  if (after.length !== before.length) writeGrants(file, after);
}
