import {
  type Diagnostic,
  type Dialect,
  type Document,
  type MigratedHandler,
  type Migration,
  type ReadSkill,
  readAs,
  readDocument,
  skillOf,
  findViolations,
} from "../../../skill/index.ts";
import { rewriteFrontmatter } from "../../../skill/text/rewrite.ts";
import { toolCodes, toolProblem } from "../diagnostics.ts";

/** A skill of another system as one with declared tools. */
export interface MigratedSkill {
  readonly name: string;
  readonly text: string;
  /** Files to write beside the SKILL.md, by path. */
  readonly files: { readonly [path: string]: string };
  /** The tools that hand on to files of the original skill. */
  readonly handlers: readonly MigratedHandler[];
  /** What a person must look at. */
  readonly review: readonly string[];
  readonly dialect: Dialect;
  readonly read: ReadSkill;
  /** What the system still finds wrong with the result. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface MigrateOptions {
  /** The dialect to write. Default: the first that takes the skill. */
  readonly to?: Dialect;
  /** The source as the target names it. Default: detected. */
  readonly from?: string;
  /** As people are shown the file. */
  readonly shown: string;
}

/** Has the dialects that take over foreign skills try it, and says why none does where none does. */
export function migrateSkill(
  document: Document,
  targets: readonly Dialect[],
  { to, from = "auto", shown }: MigrateOptions,
): MigratedSkill | { readonly refused: readonly Diagnostic[] } {
  const refused: Diagnostic[] = [];
  for (const dialect of to === undefined ? targets : [to]) {
    const result = dialect.migrate?.(document, from);
    if (result?.ok === true) {
      return assemble(document, dialect, result, shown);
    }
    for (const { message, hint } of result?.problems ?? [])
      if (!refused.some((other) => other.message === message))
        refused.push(
          toolProblem(toolCodes.migrationRefused, message, {
            file: shown,
            ...(hint === undefined ? {} : { hint }),
          }),
        );
  }
  if (refused.length === 0)
    refused.push(
      toolProblem(
        toolCodes.migrationRefused,
        "The target format does not take over skills of other formats.",
        { file: shown },
      ),
    );
  return { refused };
}

function assemble(
  document: Document,
  dialect: Dialect,
  { frontmatter, review, files = {}, handlers = [] }: Extract<Migration, { readonly ok: true }>,
  shown: string,
): MigratedSkill {
  const { allowsFlow, jsonKeys } = dialect;
  const text = rewriteFrontmatter(document, frontmatter, { allowsFlow, jsonKeys });
  const migrated = readDocument(text);
  const reading = readAs(dialect, migrated);
  const name = dialect.describe(reading).name ?? "skill";
  const diagnostics = findViolations(reading)
    .filter(({ severity }) => severity === "error")
    .map(({ message, hint }) =>
      toolProblem(toolCodes.invalidSkill, message, {
        file: shown,
        ...(hint === undefined ? {} : { hint }),
      }),
    );
  const read = { skill: skillOf(reading), dialect, reason: "", document: migrated, reading };
  return { name, text, files, handlers, review, dialect, read, diagnostics };
}

/** What keeps the tools of a migrated skill from running: handlers that are not there. */
export function missingHandlers(
  { handlers }: Pick<MigratedSkill, "handlers">,
  shown: string,
  hasFile: (path: string) => boolean,
): readonly Diagnostic[] {
  return handlers.flatMap(({ tool, file }) => {
    if (file !== undefined && hasFile(file)) return [];
    const message =
      file === undefined
        ? `The tool \`${tool}\` has no handler in the skill.`
        : `The handler \`${file}\` of \`${tool}\` is not a file of the skill.`;
    return [
      toolProblem(toolCodes.noModule, message, {
        file: shown,
        hint: "Write the function in `tools.py` of the migrated skill.",
      }),
    ];
  });
}
