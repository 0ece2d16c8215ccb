/** What a client does with a field: acts on it, takes it without effect, or refuses the skill. */
export type FieldUse = "acts" | "inert" | "ignored" | "refused";

export interface ClientName {
  readonly pattern: RegExp;
  readonly says: string;
  readonly max: number;
  /** Whether the folder must be called so; `folded`: whatever its case, `_` being as good as `-`. */
  readonly equalsDirectory: boolean | "folded";
}

/** A program that reads skills, as far as its documentation or source tells. */
export interface Client {
  readonly id: string;
  readonly title: string;
  /** Where this was read, and how recent that is. */
  readonly source: string;
  readonly date: string;
  readonly required: readonly string[];
  /**
   * What counts as a value of a required field. Default: text that is not empty. `scalar`: numbers and switches too;
   * `any`: whatever stands there.
   */
  readonly takes?: "scalar" | "any";
  /** Fields that may be missing, and hold text (or what `takes` says) where they are there. */
  readonly optionalTexts?: readonly string[];
  /** Fields without which the skill is loaded, and the model is not told of it. */
  readonly hiddenWithout?: readonly string[];
  /** By top-level key; keys not named here are `otherKeys`. */
  readonly uses: { readonly [key: string]: FieldUse };
  readonly otherKeys: FieldUse;
  readonly name?: ClientName;
  readonly maxDescription?: number;
  /** Characters of the description and `when_to_use` together that the model is shown of a skill. */
  readonly listedDescription?: number;
  /** XML tags in the description make it refuse the skill. */
  readonly refusesTags?: boolean;
  /** What it does with values under `metadata` that are not text. */
  readonly nestedMetadata: "taken" | "map-only" | "refused" | "unknown";
  /** What a value such as `description: Use when: x` does. */
  readonly unquotedColon: "refused" | "repaired" | "fields-lost" | "unknown";
  /** No frontmatter, or a broken one: is the body still used? */
  readonly whenUnreadable: "refused" | "fields-lost";
}
