import type { Dialect } from "../../skill/index.ts";
import { isSameList } from "./same-list.ts";

/** A skill as a command that the user types. */
export interface SlashCommand {
  /** Without the slash. */
  readonly name: string;
  readonly skillName: string;
  readonly description: string;
  /** Set where the command goes to a tool, past the model. */
  readonly dispatch?: { readonly tool: string; readonly argumentMode: "raw" };
}

/** What a command is made of. */
export interface CommandSkill {
  readonly name: string;
  readonly description: string;
  readonly isOfferedToUser: boolean;
  readonly dispatch?: string;
  readonly dispatchTool?: string;
}

/** What happens on a command: a call of a tool, or work for the model. */
export type CommandCall =
  | {
      readonly kind: "tool";
      readonly tool: string;
      readonly parameters: {
        readonly command: string;
        readonly commandName: string;
        readonly skillName: string;
      };
    }
  | { readonly kind: "model"; readonly skillName: string; readonly arguments: string };

/** Commands for the skills that a user may start, each under a name that no other has. */
export function slashCommands(
  skills: readonly CommandSkill[],
  dialect: Dialect,
  reserved: readonly string[] = [],
  memory: CommandMemory = new CommandMemory(),
): readonly SlashCommand[] {
  const offered = skills.filter((skill) => skill.isOfferedToUser);
  const wanted = offered.map((skill) => skill.name);
  const nameAll = dialect.commandNames ?? plainNames;
  const names = memory.names(wanted, () => nameAll(wanted, reserved));
  return offered.map((skill, index) => memory.command(skill, names[index] ?? skill.name));
}

/** What commands can spare the next ones of the same system. */
export class CommandMemory {
  readonly #commands = new WeakMap<CommandSkill, SlashCommand>();
  #wanted: readonly string[] | undefined;
  #names: readonly string[] = [];

  /** They hang on the names of all skills, and on their order. */
  names(wanted: readonly string[], make: () => readonly string[]): readonly string[] {
    if (this.#wanted === undefined || !isSameList(wanted, this.#wanted)) this.#names = make();
    this.#wanted = wanted;
    return this.#names;
  }

  command(skill: CommandSkill, name: string): SlashCommand {
    const known = this.#commands.get(skill);
    if (known?.name === name) return known;
    const { name: skillName, description } = skill;
    const command = { name, skillName, description, ...toDispatch(skill) };
    this.#commands.set(skill, command);
    return command;
  }
}

function toDispatch({ dispatch, dispatchTool }: CommandSkill): Pick<SlashCommand, "dispatch"> {
  const tool = dispatchTool?.trim() ?? "";
  if (dispatch !== "tool" || tool === "") return {};
  // Other modes are read as this one: the arguments go on as they were typed.
  return { dispatch: { tool, argumentMode: "raw" } };
}

/** Where a system has no rule of its own: the name, and a number where it is taken. */
function plainNames(names: readonly string[], reserved: readonly string[]): readonly string[] {
  const taken = new Set(reserved.map((name) => name.toLowerCase()));
  return names.map((name) => {
    const base = name.trim().replace(/\s+/g, "-");
    let free = base;
    for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${base}-${count}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/** The call that a message makes: `/name arguments`, or `/skill name arguments`; undefined: it is none. */
export function readCommand(
  message: string,
  commands: readonly SlashCommand[],
): CommandCall | undefined {
  const match = /^\s*\/(\S+)(?:\s+([^]*))?$/.exec(message);
  if (match === null) return undefined;
  const [, name = "", rest = ""] = match;
  const direct = commands.find((command) => command.name.toLowerCase() === name.toLowerCase());
  if (direct !== undefined) return callOf(direct, rest.trim());
  if (name.toLowerCase() !== "skill") return undefined;
  const [, wanted = "", more = ""] = /^(\S+)\s*([^]*)$/.exec(rest.trim()) ?? [];
  const named = commands.find((command) =>
    [command.name, command.skillName].some((item) => plain(item) === plain(wanted)),
  );
  return named === undefined ? undefined : callOf(named, more.trim());
}

function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-");
}

function callOf(command: SlashCommand, typed: string): CommandCall {
  const { dispatch, name, skillName } = command;
  if (dispatch === undefined) return { kind: "model", skillName, arguments: typed };
  return {
    kind: "tool",
    tool: dispatch.tool,
    parameters: { command: typed, commandName: name, skillName },
  };
}
