import type { ScanContext, Statement } from "../context.ts";

/** Statements of one view under the same headings, in their order. */
export interface Section {
  readonly headings: readonly string[];
  readonly statements: readonly Statement[];
}

export function sectionsOf(context: ScanContext): readonly Section[] {
  const sections: { headings: readonly string[]; statements: Statement[] }[] = [];
  let last: Statement | undefined;
  for (const statement of context.statements) {
    const isSame =
      last !== undefined &&
      last.view === statement.view &&
      last.headings.join("\0") === statement.headings.join("\0");
    if (isSame) sections.at(-1)?.statements.push(statement);
    else sections.push({ headings: statement.headings, statements: [statement] });
    last = statement;
  }
  return sections;
}
