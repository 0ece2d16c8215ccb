import type { ScanCategory, ScanSeverity } from "../finding.ts";
import type { FactClass } from "./facts.ts";
import type { Pattern } from "./pattern.ts";
import written from "./patterns.json" with { type: "json" };

/** A row as patterns.json has it: `;` joins what has to be there, `|` what stands for one another. */
interface Row {
  readonly id: string;
  readonly severity: string;
  readonly category: string;
  readonly what: string;
  readonly needs: string;
  readonly near?: string;
  readonly without?: string;
  readonly close?: number;
  readonly first?: string;
  readonly isVerbless?: boolean;
  readonly example: string;
  readonly counterexample: string;
}

/** Every pattern over facts; the first that fits a sentence is told. `test/scan-facts.test.ts` holds the words of the file to the classes that there are. */
export const PATTERNS: readonly Pattern[] = (written as readonly Row[]).map(
  ({ needs, near, without, first, severity, category, ...rest }) => ({
    ...rest,
    severity: severity as ScanSeverity,
    category: category as ScanCategory,
    needs: rowsOf(needs),
    ...(near === undefined ? {} : { near: rowsOf(near) }),
    ...(without === undefined ? {} : { without: classesOf(without) }),
    ...(first === undefined ? {} : { first }),
  }),
);

function rowsOf(text: string): readonly (readonly FactClass[])[] {
  return text.split(";").map(classesOf);
}

function classesOf(text: string): readonly FactClass[] {
  return text.split("|").map((name) => name.trim());
}
