/** Skills with tools on the computer of the caller, and what its user has agreed to. */
import type { StoredConsent } from "../../run/grants/index.ts";
import type { Consent, LoadOptions, SkillTools } from "../../run/tools/index.ts";

/** What the user says to a skill with a call. */
export interface Agreement {
  readonly allow: readonly string[];
  readonly allowExperimental: boolean;
  /** Files with rules of an organisation. */
  readonly policy: readonly string[];
}

/** What the user has agreed to for a skill, which may be signed. */
export type SignedConsent = Consent & StoredConsent & Pick<AgreedTo, "signer">;

/** A yes that is kept. */
export interface AgreedTo {
  readonly permissions: readonly string[];
  readonly allowsExperimental: boolean;
  /** Who signed the files of the skill. */
  readonly signer?: string | undefined;
}

export interface LocalTools {
  /** The skills that were named; where none was, those of the usual folders. */
  readonly read: () => Promise<readonly SkillTools[]>;
  /** Every SKILL.md of the folders in which skills are looked for. */
  readonly skillFiles: () => readonly string[];
  readonly loadOptions: (agreement: Agreement, mayInstall: boolean) => LoadOptions;
  /** What was agreed to before and now; refuses a skill that is not what was installed. */
  readonly consent: (skill: SkillTools, agreement: Agreement) => Promise<SignedConsent>;
  /** Keeps a yes for these files of the skill; false where they are too many to be looked at. */
  readonly keep: (skill: SkillTools, agreed: AgreedTo) => boolean;
  readonly revoke: (skill: SkillTools) => void;
}
