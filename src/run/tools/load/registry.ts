import { didYouMean, SkillError } from "../../../skill/index.ts";
import type { RegisteredTool } from "../call/index.ts";
import { toolCodes, toolProblem } from "../diagnostics.ts";

/** A tool under the name that the model sees. */
export interface NamedTool {
  /** Of no other tool of the registry. */
  readonly shortName: string;
  readonly tool: RegisteredTool;
  /** Qualified names of the others that have the same name, and stand in its way; its own name where it is reserved. */
  readonly collidesWith: readonly string[];
}

/**
 * The tools of all loaded skills by their qualified names. A model sees the short name of a tool; where several
 * skills have one of that name, each gets the name of its skill before it, so that none is preferred by accident
 * and no name changes its meaning with the order of loading.
 */
export class ToolRegistry {
  readonly #tools = new Map<string, RegisteredTool>();
  /** Short names that whoever offers the tools has for others. */
  readonly #reserved: ReadonlySet<string>;

  constructor(reserved: readonly string[] = []) {
    this.#reserved = new Set(reserved);
  }

  /** All of them, or none where one is there already. */
  add(tools: readonly RegisteredTool[]): void {
    const taken = tools.find(({ qualifiedName }) => this.#tools.has(qualifiedName));
    if (taken !== undefined)
      throw new SkillError(
        toolProblem(
          toolCodes.duplicate,
          `A tool \`${taken.qualifiedName}\` is already registered.`,
          { hint: `The skill \`${taken.skill}\` is loaded already. Nothing was registered.` },
        ),
      );
    for (const tool of tools) this.#tools.set(tool.qualifiedName, tool);
  }

  /** Takes all tools of a skill out. */
  remove(skill: string): void {
    for (const [name, tool] of this.#tools) if (tool.skill === skill) this.#tools.delete(name);
  }

  get(qualifiedName: string): RegisteredTool | undefined {
    return this.#tools.get(qualifiedName);
  }

  /** Every tool under its short name, in the order of the qualified names. */
  list(): readonly NamedTool[] {
    const all = [...this.#tools.values()].toSorted((left, right) =>
      left.qualifiedName < right.qualifiedName ? -1 : 1,
    );
    const counts = new Map<string, RegisteredTool[]>();
    for (const tool of all) counts.set(tool.name, [...(counts.get(tool.name) ?? []), tool]);
    const taken = new Set([
      ...this.#reserved,
      ...all.filter(({ name }) => counts.get(name)?.length === 1).map(nameOf),
    ]);
    return all.map((tool): NamedTool => {
      const rivals = (counts.get(tool.name) ?? []).filter((other) => other !== tool);
      const collidesWith = rivals.map(({ qualifiedName }) => qualifiedName);
      const isReserved = this.#reserved.has(tool.name);
      if (rivals.length === 0 && !isReserved) return { shortName: tool.name, tool, collidesWith };
      const shortName = freeName(`${fold(tool.skill)}_${tool.name}`, taken);
      taken.add(shortName);
      return {
        shortName,
        tool,
        collidesWith: isReserved ? [tool.name, ...collidesWith] : collidesWith,
      };
    });
  }

  /** By qualified name, by short name, or by its own name where only one tool has it. */
  find(name: string): RegisteredTool {
    const exact = this.#tools.get(name);
    if (exact !== undefined) return exact;
    const named = this.list();
    const short = named.find(({ shortName }) => shortName === name);
    if (short !== undefined) return short.tool;
    const own = named.filter(({ tool }) => tool.name === name);
    if (own.length > 1)
      throw unknownTool(
        `${own.length} tools are called \`${name}\`: ${own.map(({ tool }) => `\`${tool.qualifiedName}\``).join(", ")}.`,
        "Name the skill as well.",
      );
    const known = [...this.#tools.keys(), ...named.map((item) => item.shortName)];
    throw unknownTool(
      `No tool \`${name}\` is loaded.`,
      didYouMean(name, known) ?? "`skillwright tools list` shows them.",
    );
  }
}

function nameOf({ name }: RegisteredTool): string {
  return name;
}

/** Names of tools have no hyphens, and models mix the two up. */
function fold(skill: string): string {
  return skill.replaceAll(/[^A-Za-z0-9_]+/g, "_");
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`;
  return name;
}

function unknownTool(message: string, hint: string): SkillError {
  return new SkillError(toolProblem(toolCodes.unknownTool, message, { hint }));
}
