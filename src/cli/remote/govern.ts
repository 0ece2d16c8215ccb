/** Commands that look after a registry, as its pages do: each action asks the server for one thing, and shows it. */
import type { Client } from "../../client/index.ts";
import { failure, oneLine } from "../../platform/index.ts";
import { type Context, FINE, printJson } from "../context.ts";
import { registryOf } from "../../app/registry/sources.ts";
import { asking, connectTo } from "./connection.ts";

/** What an action answers: an object for programs, and lines for people. */
export interface Answer {
  readonly json: object;
  readonly lines: readonly string[];
}

export interface Asked {
  readonly context: Context;
  readonly client: Client;
  /** A word behind the action; refuses its absence. */
  readonly word: (index: number, name: string) => string;
  /** Its text, or nothing. */
  readonly option: (name: string) => string | undefined;
  /** What a decision has to say for itself. */
  readonly reason: () => string;
}

export type Actions = { readonly [action: string]: (asked: Asked) => Promise<Answer> };

export function done(json: object, line: string): Answer {
  return { json, lines: [line] };
}

/** A command of the table whose first word is an action. */
export function governing(
  command: string,
  actions: Actions,
): (context: Context) => Promise<number> {
  return async (context) => {
    const [action = "", ...words] = context.arguments;
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (run === undefined)
      throw failure("cli/usage", `\`${command}\` has no action \`${action}\`.`);
    const option = (name: string): string | undefined => context.options.text(name);
    const asked: Omit<Asked, "client"> = {
      context,
      option,
      word: (index, name) => {
        const given = words[index];
        if (given !== undefined) return given;
        throw failure("cli/usage", `\`${command} ${action}\` needs ${name}.`, {
          hint: `See \`skillwright help ${command}\`.`,
        });
      },
      reason: () => {
        const given = option("reason");
        if (given !== undefined) return given;
        throw failure("cli/usage", "A decision needs a reason.", {
          hint: 'Give it with `--reason "…"`.',
        });
      },
    };
    return await asking(context, async () => {
      const { json, lines } = await run({
        ...asked,
        client: connectTo(context, registryOf(context, option("registry"))),
      });
      if (context.options.flag("json")) printJson(context, { ...json });
      else for (const line of lines) context.out(`${oneLine(line)}\n`);
      return FINE;
    });
  };
}

/** Columns of equal width. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((cell, at) => Math.max(all[at] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
