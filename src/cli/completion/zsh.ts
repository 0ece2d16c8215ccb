import type { CommandGrammar, Completion, OptionGrammar } from "./grammar.ts";

/** Works from a file on `fpath` as well as through `eval`. */
export function zshScript(grammar: readonly CommandGrammar[]): string {
  const names = grammar.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`);
  return `#compdef skillwright
# Completion of skillwright for zsh.
_skillwright() {
  local -a commands
  commands=(
${names.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${grammar.map(commandCase).join("\n")}
  esac
}
if [ "$funcstack[1]" = "_skillwright" ]; then
  _skillwright "$@"
else
  compdef _skillwright skillwright
fi
`;
}

function commandCase({ name, argument, options }: CommandGrammar): string {
  const parts = [...options.flatMap(optionWords), quote(`*:argument:${toZshAction(argument)}`)].map(
    (part) => `        ${part}`,
  );
  return [`    ${name})`, `      _arguments -S \\`, `${parts.join(" \\\n")} ;;`].join("\n");
}

function optionWords({ long, short, summary, value }: OptionGrammar): readonly string[] {
  const text = summary.replaceAll("[", "(").replaceAll("]", ")");
  const action = value === undefined ? "" : `:value:${toZshAction(value)}`;
  const names = short === undefined ? [long] : [short, long];
  return names.map((spelling) => quote(`(${names.join(" ")})${spelling}[${text}]${action}`));
}

function toZshAction({ words, path }: Completion): string {
  if (path === "file") return "_files";
  if (path === "folder") return "_files -/";
  return words.length === 0 ? " " : `(${words.join(" ")})`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
