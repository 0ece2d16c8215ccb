import { type CommandGrammar, type Completion, spellings } from "./grammar.ts";

/** A function for bash 3.2 and newer that needs no further package. */
export function bashScript(grammar: readonly CommandGrammar[]): string {
  const names = grammar.map(({ name }) => name).join(" ");
  return `# Completion of skillwright for bash.
_skillwright() {
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="" index
  local words="" kind=none
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "\${COMP_WORDS[index]}" in
      -*) ;;
      *) command="\${COMP_WORDS[index]}"; break ;;
    esac
  done
  COMPREPLY=()
  if [[ -z "$command" ]]; then
    COMPREPLY=($(compgen -W "${names} --help --version" -- "$word"))
    return
  fi
  case "$command" in
${grammar.map(commandCase).join("\n")}
    *) return ;;
  esac
  local IFS=$'\\n'
  case "$kind" in
    words) COMPREPLY=($(compgen -W "\${words// /$'\\n'}" -- "$word")) ;;
    file) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$word")) ;;
    folder) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$word")) ;;
  esac
}
complete -F _skillwright skillwright
`;
}

function commandCase({ name, options, argument }: CommandGrammar): string {
  const all = options.flatMap(spellings).join(" ");
  const valued = options.flatMap((option) =>
    option.value === undefined
      ? []
      : [`        ${spellings(option).join("|")}) ${assign(option.value)} ;;`],
  );
  const other = [
    `        *)`,
    `          if [[ "$word" == -* ]]; then kind=words words="${all}"`,
    `          else ${assign(argument)}; fi ;;`,
  ];
  return [`    ${name})`, `      case "$previous" in`, ...valued, ...other, `      esac ;;`].join(
    "\n",
  );
}

function assign({ words, path }: Completion): string {
  if (path !== "none") return `kind=${path}`;
  return words.length === 0 ? "kind=none" : `kind=words words="${words.join(" ")}"`;
}
