/** What skills may touch, and what their users are asked. */
import { listQuestions, type SandboxPolicy } from "../../run/authority/index.ts";
import type { StoredConsent } from "../../run/grants/index.ts";
import { policyFor, readAdapted, type SkillTools } from "../../run/tools/index.ts";
import type { Context } from "../context.ts";
import type { SkillRef } from "../fields.ts";
import type { Agreement, LocalTools, SignedConsent } from "./local-tools.ts";
import { readTools, refusing } from "./read-tools.ts";

interface Request extends Agreement {
  readonly skills: readonly SkillRef[];
  readonly root: readonly string[];
  readonly revoke: boolean;
}

export interface SkillPermissions extends SandboxPolicy {
  readonly skill: string;
  readonly file: string;
  /** The tier that the file claims. */
  readonly claimedTier?: string;
  readonly allowsExperimental: boolean;
  readonly asks: readonly string[];
  /** How the skill differs from the one that the user agreed to. */
  readonly change?: NonNullable<StoredConsent["change"]>;
  /** What was agreed to just now is kept. */
  readonly isKept: boolean;
  /** Nothing is refused, and nothing is left to ask. */
  readonly isSettled: boolean;
}

export interface PermissionList {
  readonly skills: readonly SkillPermissions[];
}

export async function showPermissions(context: Context, request: Request): Promise<PermissionList> {
  return await refusing(
    async () => {
      const { skills, here } = await readTools(context, request);
      const rows: SkillPermissions[] = [];
      for (const skill of skills) {
        // What has no tools of its own may still run through the adapter, with what its coarse switches stand for.
        const adapted = skill.module === undefined ? await readAdapted(skill) : undefined;
        rows.push(await judge(adapted ?? skill, request, here));
      }
      return { skills: rows };
      // Without the file of what was agreed to nothing can be shown at all.
    },
    ({ diagnostic: { code } }) => !code.startsWith("grant"),
  );
}

const NOTHING: SignedConsent = { grants: [], allowsExperimental: false };

async function judge(
  skill: SkillTools,
  request: Request,
  here: LocalTools | undefined,
): Promise<SkillPermissions> {
  if (request.revoke) here?.revoke(skill);
  const consent = (await here?.consent(skill, request)) ?? NOTHING;
  const found = policyFor(skill, consent);
  const { allowsExperimental, change, signer } = consent;
  const isAgreed = request.allow.length > 0 || request.allowExperimental;
  const isKept =
    isAgreed &&
    here?.keep(skill, { permissions: grantedByUser(found), allowsExperimental, signer }) === true;
  const isWhole = found.items.every(({ state }) => state === "granted" || state === "denied");
  const { tier } = skill.skill.authority;
  return {
    skill: skill.name,
    file: skill.shown,
    ...(tier === undefined ? {} : { claimedTier: tier }),
    ...found,
    allowsExperimental,
    asks: listQuestions(found).map(({ permission }) => permission),
    ...(change === undefined ? {} : { change }),
    isKept,
    isSettled: isWhole && (!found.isExperimental || allowsExperimental),
  };
}

/** Permissions of a policy that hold because the user said so. */
export function grantedByUser({ items }: SandboxPolicy): readonly string[] {
  return items.filter(({ by }) => by === "user").map(({ permission }) => permission);
}
