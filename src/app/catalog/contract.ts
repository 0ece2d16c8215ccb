import { type Diagnostic, formatPath, type SkillReference } from "../../skill/model/index.ts";
import type { Dialect, Reading } from "../../skill/index.ts";
import { findViolations } from "../../skill/index.ts";
import { mcpCodes, mcpProblem } from "./diagnostics.ts";
import type { ScannedFolder } from "./folder.ts";

const ALIAS = /^[a-z][a-z0-9-]*$/;

/** Only systems whose server guards its start say that a skill breaks a contract. */
function isGuarded(dialect: Dialect): boolean {
  return dialect.guardsStart === true;
}

/**
 * What is wrong with a skill whose contract guards the start of its server: errors stop it, warnings do not.
 * Each names the path of the file and the field.
 */
export function checkContract(
  reading: Reading,
  references: readonly SkillReference[],
  scanned: Pick<ScannedFolder, "files" | "passedOver">,
  file: string,
): readonly Diagnostic[] {
  if (!isGuarded(reading.dialect)) return [];
  const found = findViolations(reading).map(({ severity, message, hint, path, field }) =>
    mcpProblem(
      mcpCodes.contract,
      severity === "error" ? "error" : "warning",
      `\`${field ?? formatPath(path)}\`: ${message}`,
      { path, file, ...(hint === undefined ? {} : { hint }) },
    ),
  );
  const field = referencesField(reading);
  return [
    ...found,
    ...brokenAliases(references, field, file),
    ...missingFiles(references, scanned, field, file),
  ];
}

/** The field of a reference in the frontmatter: a way to its map, which the model no longer shows. */
function referencesField(reading: Reading): string {
  const field = reading.dialect.fields.find(({ facet }) => facet === "relations.references");
  return formatPath(field?.path ?? ["references"]);
}

/** An alias that an id has as well, or another alias, never leads to its reference. */
function brokenAliases(
  references: readonly SkillReference[],
  field: string,
  file: string,
): readonly Diagnostic[] {
  const ids = new Set(references.map(({ id }) => id));
  const seen = new Set<string>();
  return references.flatMap(({ id, aliases = [] }) =>
    aliases.flatMap((alias) => {
      const why = ids.has(alias)
        ? "is the id of a reference"
        : seen.has(alias)
          ? "is given twice"
          : ALIAS.test(alias)
            ? undefined
            : "is not valid: use lower-case letters, digits and hyphens, a letter first";
      seen.add(alias);
      if (why === undefined) return [];
      const message = `\`${field}.${id}.aliases\`: The alias \`${alias}\` ${why}.`;
      const hint = "Remove it, or write the id that the reference had before.";
      return [mcpProblem(mcpCodes.contract, "warning", message, { file, hint })];
    }),
  );
}

/** A mapping to a file that is not there is broken, and two to the same file are a slip. */
function missingFiles(
  references: readonly SkillReference[],
  { files, passedOver }: Pick<ScannedFolder, "files" | "passedOver">,
  field: string,
  file: string,
): readonly Diagnostic[] {
  const known = new Set(files.map(({ path }) => path));
  const seen = new Map<string, string>();
  return references.flatMap(({ id, path }) => {
    const at = `\`${field}.${id}.path\``;
    const dropped = passedOver.find(
      (item) => path === item.path || path.startsWith(`${item.path}/`),
    );
    if (!known.has(path) && dropped !== undefined)
      return [
        mcpProblem(
          mcpCodes.contract,
          "error",
          `${at}: \`${dropped.path}\` is not served: ${dropped.why}.`,
          { file, hint: "Put a plain file in its place, or remove the reference." },
        ),
      ];
    if (!known.has(path))
      return [
        mcpProblem(
          mcpCodes.contract,
          "error",
          `${at}: The file \`${path}\` of the reference does not exist.`,
          { file, hint: "Write the file, or remove the reference." },
        ),
      ];
    const other = seen.get(path);
    seen.set(path, id);
    if (other === undefined) return [];
    return [
      mcpProblem(
        mcpCodes.contract,
        "warning",
        `${at}: \`${path}\` already has the reference \`${other}\`.`,
        { file, hint: "Make one id an alias of the other with `aliases`." },
      ),
    ];
  });
}
