import { vocabulary } from "../../app/about/codes.ts";
import { bashScript } from "../completion/bash.ts";
import { fishScript } from "../completion/fish.ts";
import { type CommandGrammar, buildGrammar } from "../completion/grammar.ts";
import { powershellScript } from "../completion/powershell.ts";
import { zshScript } from "../completion/zsh.ts";
import { loadCommands } from "./table.ts";
import { type Context, FINE } from "../context.ts";

const writers: { readonly [shell: string]: (grammar: readonly CommandGrammar[]) => string } = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
};

/** Prints the script; the shells that there are stand in the table of commands. */
export async function run(context: Context): Promise<number> {
  const write = writers[context.arguments[0] ?? ""];
  if (write === undefined) throw new Error("The table of commands names a shell without a script.");
  context.write(write(buildGrammar(await loadCommands(), vocabulary())));
  return FINE;
}
