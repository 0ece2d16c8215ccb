import { type LoadedSkill, SelectionMemory, type Verdict } from "../gate/index.ts";
import { PromptMemory } from "../prompt/index.ts";
import { type Chosen, toChosen } from "./chosen.ts";
import { CommandMemory } from "./commands.ts";
import { isSameList } from "./same-list.ts";

/**
 * What a snapshot can spare the next one of the same agent. It holds nothing that a snapshot could not find
 * out by itself, so a snapshot that is taken with a memory is the one taken without it.
 */
export class SnapshotMemory {
  readonly selection: SelectionMemory = new SelectionMemory();
  readonly prompt: PromptMemory = new PromptMemory();
  readonly commands: CommandMemory = new CommandMemory();
  readonly #chosen = new WeakMap<LoadedSkill, Chosen>();

  chosen(loaded: LoadedSkill, { hosts }: Verdict): Chosen {
    const known = this.#chosen.get(loaded);
    // All else comes from the file.
    if (known !== undefined && isSameList(known.skill.hosts, hosts)) return known;
    const chosen = toChosen(loaded, hosts);
    this.#chosen.set(loaded, chosen);
    return chosen;
  }
}
