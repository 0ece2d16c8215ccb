import type { Program } from "./form.ts";
import { readJavaScript } from "./read-javascript.ts";
import { readPowerShell } from "./read-powershell.ts";
import { readPython } from "./read-python.ts";
import { readScript } from "./read-script.ts";
import { readShell } from "./read-shell.ts";
import type { GrammarLanguage, SyntaxProblem, SyntaxReader } from "./syntax.ts";

export interface ReadProgram {
  readonly program: Program;
  readonly problem?: SyntaxProblem;
}

export function readCode(
  syntax: SyntaxReader,
  language: GrammarLanguage,
  text: string,
): ReadProgram {
  const { root, problem } = syntax.parse(language, text);
  const program = root === undefined ? { body: [] } : READERS[language](root, text);
  return problem === undefined ? { program } : { program, problem };
}

const READERS = {
  python: readPython,
  javascript: readJavaScript,
  typescript: readJavaScript,
  tsx: readJavaScript,
  bash: readShell,
  powershell: readPowerShell,
  ruby: readScript,
  php: readScript,
  go: readScript,
};
