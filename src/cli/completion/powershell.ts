import { type CommandGrammar, type Completion, spellings } from "./grammar.ts";

/** Paths are left to the shell, which completes them where nothing else fits. */
export function powershellScript(grammar: readonly CommandGrammar[]): string {
  return `# Completion of skillwright for PowerShell.
Register-ArgumentCompleter -Native -CommandName skillwright -ScriptBlock {
  param($word, $line, $position)
  $table = @{
${grammar.map(commandEntry).join("\n")}
  }
  $words = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($word -ne '' -and $words.Count -gt 0) { $words = @($words | Select-Object -SkipLast 1) }
  $command = $words | Where-Object { -not $_.StartsWith('-') } | Select-Object -First 1
  $previous = if ($words.Count -gt 0) { $words[-1] } else { '' }
  if (-not $command) { $found = @(${list(grammar.map(({ name }) => name))}, '--help', '--version') }
  elseif (-not $table.ContainsKey($command)) { $found = @() }
  elseif ($table[$command].values.ContainsKey($previous)) { $found = $table[$command].values[$previous] }
  elseif ($word.StartsWith('-')) { $found = $table[$command].options }
  else { $found = $table[$command].arguments }
  $found | Where-Object { $_ -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

function commandEntry({ name, argument, options }: CommandGrammar): string {
  const values = options.flatMap((option) =>
    option.value === undefined
      ? []
      : spellings(option).map((spelling) => `${quote(spelling)} = ${renderWords(option.value)}`),
  );
  const all = options.flatMap(spellings);
  return `    ${quote(name)} = @{ options = @(${list(all)}); arguments = ${renderWords(argument)}; values = @{ ${values.join("; ")} } }`;
}

function renderWords(completion: Completion | undefined): string {
  return `@(${list(completion?.words ?? [])})`;
}

function list(words: readonly string[]): string {
  return words.map(quote).join(", ");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
