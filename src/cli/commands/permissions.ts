import { questionsOf } from "../../run/authority/index.ts";
import { policyFor, readAdapted, type SkillTools } from "../../run/tools/index.ts";
import { type Context, FINDINGS, FINE, printJson } from "../context.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { renderPolicy } from "../permissions/page.ts";
import {
  consentBy,
  forgetConsent,
  grantedByUser,
  keepConsent,
} from "../permissions/skill-consent.ts";
import { readNamed } from "../tools/inputs.ts";

/** Shows what skills may touch and what their users are asked; keeps what is agreed to. */
export function run(context: Context): Promise<number> {
  return refusingKnown(context, () => show(context));
}

async function show(context: Context): Promise<number> {
  const skills = await readNamed(context);
  const rows: Look[] = [];
  for (const skill of skills) {
    // What has no tools of its own may still run through the adapter, with what its coarse switches stand for.
    const adapted = skill.module === undefined ? await readAdapted(skill) : undefined;
    rows.push(await lookAt(adapted ?? skill, context));
  }
  if (context.options.flag("json")) printJson(context, { skills: rows.map(({ row }) => row) });
  else context.out(rows.map(({ text }) => text).join("\n"));
  return rows.every(({ isSettled }) => isSettled) ? FINE : FINDINGS;
}

interface Look {
  readonly row: object;
  readonly text: string;
  /** Nothing is refused, and nothing is left to ask. */
  readonly isSettled: boolean;
}

async function lookAt(skill: SkillTools, context: Context): Promise<Look> {
  const { options } = context;
  if (options.flag("revoke")) forgetConsent(skill, context);
  const consent = await consentBy(skill, context);
  const found = policyFor(skill, consent);
  const isAgreed = options.texts("allow").length > 0 || options.flag("allow-experimental");
  const { allowsExperimental } = consent;
  const isKept =
    isAgreed &&
    keepConsent(skill, { permissions: grantedByUser(found), allowsExperimental }, context);
  const { items, isExperimental } = found;
  const isWhole = items.every(({ state }) => state === "granted" || state === "denied");
  const isSettled = isWhole && (!isExperimental || allowsExperimental);
  const { change } = consent;
  return {
    row: {
      skill: skill.name,
      file: skill.shown,
      ...found,
      allowsExperimental,
      asks: questionsOf(found).map(({ permission }) => permission),
      ...(change === undefined ? {} : { change }),
      isKept,
    },
    text: renderPolicy(
      skill,
      found,
      isKept ? { grants: [], allowsExperimental } : consent,
      context.paint,
    ),
    isSettled,
  };
}
