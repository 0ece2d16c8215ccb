import type { Program } from "./form.ts";
import { readJavaScript } from "./read-javascript.ts";
import { readPowerShell } from "./read-powershell.ts";
import { readPython } from "./read-python.ts";
import { readScript } from "./read-script.ts";
import { readShell } from "./read-shell.ts";
import type { SyntaxLanguage, SyntaxProblem, SyntaxReader } from "./syntax.ts";

export interface ReadProgram {
  readonly program: Program;
  readonly problem?: SyntaxProblem;
}

export function readCode(
  syntax: SyntaxReader,
  language: SyntaxLanguage,
  text: string,
): ReadProgram {
  if (language === "script") return { program: readScript(text) };
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
};
