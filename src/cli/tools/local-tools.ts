import { readNamed, settlePlaces, skillFiles } from "../../app/machine/tools.ts";
import type { LocalTools } from "../../app/tools/local-tools.ts";
import type { Context } from "../context.ts";
import { consentBy, forgetConsent, keepConsent } from "../permissions/skill-consent.ts";
import { loadOptionsOf, placesOf } from "./ground.ts";

/** The skills with tools of this machine, for an operation. */
export async function openLocalTools(
  context: Context,
  words: readonly string[],
  roots: readonly string[],
): Promise<LocalTools> {
  const places = { ...placesOf(context), roots };
  await settlePlaces(places, words);
  return {
    read: async () => await readNamed(places, words),
    skillFiles: () => skillFiles(places),
    loadOptions: (agreement, mayInstall) => ({
      ...loadOptionsOf(context, agreement, mayInstall),
      ...places,
    }),
    consent: async (skill, agreement) => await consentBy(skill, agreement, context),
    keep: (skill, agreed) => keepConsent(skill, agreed, context),
    revoke: (skill) => forgetConsent(skill, context),
  };
}
