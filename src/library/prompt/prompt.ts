import type { Path } from "../../skill/index.ts";
import type { Reason } from "../gate/reasons.ts";

/** A skill as a list shows it. */
export interface PromptSkill {
  readonly name: string;
  readonly description: string;
  /** Where the model reads it; a home folder is already written as the reader wants it. */
  readonly location: string;
  /** The file it was read from, by which a verdict finds it again. */
  readonly path?: string;
  readonly whenToUse?: string;
  readonly isAlways?: boolean;
  /** A remark on the location. */
  readonly note?: string;
  /** For users only: counted as cut, never shown. */
  readonly isHidden?: boolean;
}

export interface PromptLimits {
  readonly maxSkills?: number;
  /** Characters of the whole list, in UTF-16 units. */
  readonly maxLength?: number;
  /** The caller has set it, in place of whatever the configuration says. */
  readonly isCallersLength?: boolean;
  /** Where the configuration sets it. */
  readonly lengthPath?: Path;
  /** Tokens of the model's context, of which the list takes a share. */
  readonly contextTokens?: number;
  /** The agent for which locations are mapped. */
  readonly agentId?: string;
  /** A line above the list, if it fits. */
  readonly note?: string;
  /** Higher is kept longer. Without it the order of the system decides who is cut. */
  readonly priorityOf?: (skill: PromptSkill) => number;
  /** How often a skill was used; the least used loses its description first. */
  readonly usageOf?: (skill: PromptSkill) => number;
}

/** A limit that would have to be this high. */
export interface LimitRemedy {
  readonly say: string;
  /** Where the configuration sets it, if it does. */
  readonly path?: Path;
  readonly value?: number;
}

export interface ShortenedSkill {
  readonly skill: PromptSkill;
  /** Characters that are shown, of how many. */
  readonly shown: number;
  readonly of: number;
  readonly reason: Reason;
  readonly remedy: LimitRemedy;
}

export interface Cut {
  readonly skill: PromptSkill;
  readonly reason: Reason;
  readonly remedy: LimitRemedy;
}

export interface Prompt {
  readonly text: string;
  readonly length: number;
  /** In the order of the text. */
  readonly included: readonly PromptSkill[];
  /** What the text has of each of them. */
  readonly entries: readonly string[];
  readonly shortened: readonly ShortenedSkill[];
  readonly cut: readonly Cut[];
}
