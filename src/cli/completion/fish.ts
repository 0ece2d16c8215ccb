import type { CommandGrammar, Completion, OptionGrammar } from "./grammar.ts";

export function fishScript(grammar: readonly CommandGrammar[]): string {
  const lines = [
    "# Completion of skillwright for fish.",
    "complete -c skillwright -f",
    ...grammar.map(
      ({ name, summary }) =>
        `complete -c skillwright -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`,
    ),
    ...grammar.flatMap(commandLines),
  ];
  return `${lines.join("\n")}\n`;
}

function commandLines({ name, argument, options }: CommandGrammar): readonly string[] {
  const head = `complete -c skillwright -n '__fish_seen_subcommand_from ${name}'`;
  const values = renderValues(argument);
  return [
    ...(values === "" ? [] : [`${head}${values}`]),
    ...options.map((option) => `${head}${optionWords(option)}`),
  ];
}

function optionWords({ long, short, summary, value }: OptionGrammar): string {
  const names = ` -l ${long.slice(2)}${short === undefined ? "" : ` -s ${short.slice(1)}`}`;
  const values = value === undefined ? "" : ` -r${renderValues(value)}`;
  return `${names}${values} -d ${quote(summary)}`;
}

function renderValues({ words, path }: Completion): string {
  if (path === "file") return " -F";
  if (path === "folder") return " -a '(__fish_complete_directories)'";
  return words.length === 0 ? "" : ` -a ${quote(words.join(" "))}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
