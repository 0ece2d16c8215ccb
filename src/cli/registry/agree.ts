import { askForYes, canAsk } from "../../platform/process/index.ts";
import { policy, questionsOf, type SandboxPolicy } from "../../run/authority/index.ts";
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
  notAgreed,
  refusedPermission,
} from "../../registry/install/index.ts";
import { signerName } from "../../registry/lock/index.ts";
import { readManifest } from "../../registry/package/index.ts";
import { dialects, type ReadSkill } from "../../skill/index.ts";
import { oneLine } from "../../platform/index.ts";
import type { Context } from "../context.ts";
import { policyLines, questionAfter } from "../permissions/question.ts";
import { findHome } from "../../platform/process/index.ts";

/** Shows what a skill asks for in words, and gets a yes: by the options, or from who sits there. */
export function agreeBy(context: Context): Agree {
  return async ({ skill, entry }, allowed) => {
    const read = readManifest(skill.files);
    if (read === undefined) return [];
    const isAgreedToAll = context.options.flag("yes");
    const found = policyOf(read, entry.enforcedTier, allowed);
    const refused = found.items.find(({ state, by }) => state === "refused" && by !== "skill");
    if (refused !== undefined)
      throw refusedPermission(entry.name, refused.permission, entry.enforcedTier);
    const asked = questionsOf(found).map(({ permission }) => permission);
    const given = found.items.filter(({ by }) => by === "user").map(({ permission }) => permission);
    const lines = policyLines(found, ({ state }) => (state === "asks" ? "?" : "-"));
    if (!context.options.flag("json") && lines.length > 0) {
      context.err(
        `\`${oneLine(entry.name)}\` is ${found.tier}. It would, and only in the sandbox:\n`,
      );
      for (const line of lines) context.err(`${line}\n`);
    }
    if (asked.length === 0 || isAgreedToAll) return [...given, ...asked];
    if (!canAsk()) throw notAgreed(entry.name, asked);
    const question = questionAfter(lines, found, `Let \`${entry.name}\` do that?`);
    if (!(await askForYes(question))) throw notAgreed(entry.name, asked);
    return [...given, ...asked];
  };
}

function policyOf(
  { skill, dialect }: ReadSkill,
  tier: string,
  grants: readonly string[],
): SandboxPolicy {
  const trust = dialect.trust ?? dialects.find((item) => item.trust)?.trust;
  if (trust === undefined) throw new Error("No dialect knows permissions.");
  const { env = [], primaryEnv } = skill.requirements;
  return policy({
    declared: skill.authority.permissions ?? [],
    tier,
    trust,
    grants,
    variables: primaryEnv === undefined ? env : [...env, primaryEnv],
    // The tier is a gate of its own, which was passed before.
    allowsExperimental: true,
  });
}

/** Keeps what was agreed to, so that nobody is asked again when the tools of the skill are loaded. */
export function keepAgreements(
  applied: readonly Pick<AppliedSkill, "path" | "admitted">[],
  context: Context,
): void {
  const file = grantsFile(findHome(context.environment));
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
      at: new Date(context.now()).toISOString(),
    });
  }
  if (records !== before) writeGrants(file, records);
}

/** What was agreed to for a skill goes with it. */
export function forgetAgreements(
  skills: readonly { readonly name: string; readonly path: string }[],
  context: Context,
): void {
  const file = grantsFile(findHome(context.environment));
  const before = readGrants(file);
  const after = skills.reduce(
    (records, { name, path }) => withoutSkill(records, { skill: name, place: path }),
    before,
  );
  if (after.length !== before.length) writeGrants(file, after);
}
