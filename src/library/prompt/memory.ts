import type { ListingRules } from "../../skill/index.ts";
import type { LoadedSkill } from "../gate/load.ts";
import { createTextOrder, type TextOrder } from "../gate/text-order.ts";
import { type Written, writeSkill } from "./lines.ts";
import { createJoiner, type Joiner } from "./joiner.ts";
import { createWriter, type PromptWriter } from "./writer.ts";
import type { PromptSkill } from "./prompt.ts";

export type Locate = (path: string) => string;

/**
 * What a list can spare the next one: most skills are on it again, written as before. It remembers parts of
 * the text and decides nothing, so a list that is written with a memory is the one written without it.
 */
export class PromptMemory {
  readonly names: TextOrder = createTextOrder();
  readonly #joiner: Joiner = createJoiner();
  #locate: Locate | undefined;
  #agentId: string | undefined;
  #pen: PromptWriter | undefined;
  #skills = new WeakMap<LoadedSkill, PromptSkill>();
  #written = new WeakMap<PromptSkill, Written>();

  /** Skills as the list shows them, as long as they are located in one way. */
  skillsBy(locate: Locate): WeakMap<LoadedSkill, PromptSkill> {
    if (locate !== this.#locate) this.#skills = new WeakMap();
    this.#locate = locate;
    return this.#skills;
  }

  /** What writes for one agent by these rules. */
  writerOf(rules: ListingRules, agentId: string | undefined): Writer {
    if (this.#pen?.rules !== rules || this.#agentId !== agentId) {
      this.#pen = createWriter(rules);
      this.#agentId = agentId;
      this.#written = new WeakMap();
    }
    const pen = this.#pen;
    const written = this.#written;
    return {
      pen,
      joiner: this.#joiner,
      write: (skill) => {
        const known = written.get(skill);
        if (known !== undefined) return known;
        const made = writeSkill(skill, pen, agentId);
        written.set(skill, made);
        return made;
      },
    };
  }
}

export interface Writer {
  readonly pen: PromptWriter;
  readonly joiner: Joiner;
  readonly write: (skill: PromptSkill) => Written;
}
