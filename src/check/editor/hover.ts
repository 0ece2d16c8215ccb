/** What a field of the frontmatter means, in the format of the file and in all others. */
import { type Dialect, dialects, type Field, shapeWords } from "../../skill/index.ts";
import type { Client, FieldUse } from "../matrix/client.ts";
import { clients } from "../matrix/index.ts";
import type { FieldAt } from "./field-at.ts";
import type { FieldInfo } from "./fields.ts";
import { toPath } from "./fields.ts";

/** Markdown for the field at an offset; undefined where no format knows such a field. */
export function describeField(at: FieldAt, dialect: Dialect): string | undefined {
  const written = at.path.join(".");
  const own = tableRow(dialect, at.path);
  const others = dialects
    .filter((other) => other.id !== dialect.id)
    .flatMap((other) => elsewhere(other, at.path, own));
  if (at.field === undefined && others.length === 0) return undefined;
  const facts =
    at.field === undefined
      ? [`${dialect.title} does not read this field.`]
      : ownFacts(at.field, own, dialect);
  const table = others.length === 0 ? [] : ["", "In other formats:", "", ...others];
  const agents = ["", "In agents:", "", ...listUses(at.path[0] ?? "")];
  return [`**\`${written}\`** · ${dialect.title}`, "", ...facts, ...table, ...agents].join("\n");
}

const USES: { readonly [Use in FieldUse]: string } = {
  acts: "act on it",
  inert: "take it without effect",
  ignored: "ignore it",
  refused: "refuse a skill with it",
};

/** What each agent does with a key at the top of the frontmatter. */
function listUses(key: string): readonly string[] {
  const groups = Map.groupBy(clients, ({ uses, otherKeys }: Client) =>
    Object.hasOwn(uses, key) ? (uses[key] ?? otherKeys) : otherKeys,
  );
  // In the order of the words above.
  return Object.entries(USES).flatMap(([use, words]) => {
    const titles = groups.get(use as FieldUse)?.map(({ title }) => title);
    return titles === undefined ? [] : [`- ${words}: ${titles.join(", ")}`];
  });
}

function ownFacts(info: FieldInfo, row: Field | undefined, dialect: Dialect): readonly string[] {
  const shown = dialect.listedDescription;
  const isCut = row?.facet === "guidance.description" && shown !== undefined;
  return [
    info.doc,
    "",
    `Takes ${info.takes}.${info.isRequired ? " Required." : ""}`,
    ...(info.default === undefined ? [] : [`Default: \`${JSON.stringify(info.default)}\`.`]),
    ...(row?.isInert === true ? ["It has no effect."] : []),
    ...(info.isSetByServer === true ? ["The server sets it."] : []),
    ...(isCut ? [`Lists show the first ${shown} characters.`] : []),
  ];
}

/** The field of another format that means the same, or that is written the same. */
function elsewhere(
  other: Dialect,
  path: readonly string[],
  own: Field | undefined,
): readonly string[] {
  const meant =
    own?.facet === undefined
      ? undefined
      : other.fields.find(({ facet, isInert }) => facet === own.facet && isInert !== true);
  const field = meant ?? (own === undefined ? tableRow(other, path) : undefined);
  if (field === undefined) return [];
  return [
    `- ${other.title}: \`${toPath(field, other).join(".")}\`, takes ${shapeWords(field.shape)}`,
  ];
}

function tableRow(dialect: Dialect, path: readonly string[]): Field | undefined {
  const wanted = path.join("\0");
  return dialect.fields.find((field) => toPath(field, dialect).join("\0") === wanted);
}
