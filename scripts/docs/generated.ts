/** Everything in the repository that is made from the tables: its path and what should stand there. */
import { configSchema } from "../../src/check/index.ts";
import { baselineSchema } from "../../src/check/scan/baseline/index.ts";
import {
  type Dialect,
  dialects,
  facetTitles,
  type Field,
  formatPath,
  jsonSchema,
  NAMESPACE,
  profiles,
  shapeWords,
} from "../../src/skill/index.ts";
import { apiPage } from "./api-page.ts";
import { cliPage } from "./cli-page.ts";
import { clientOperations } from "./client.ts";
import { confirmations } from "./confirmations.ts";
import { indexPages } from "./index-pages.ts";
import { libraryPage } from "./library-page.ts";
import { canvasForms, workflowNodesPage } from "./workflow-nodes.ts";

export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  files.set("schemas/config.schema.json", toJson(configSchema()));
  files.set("schemas/scan-baseline.schema.json", toJson(baselineSchema()));
  for (const dialect of [...dialects, ...profiles])
    files.set(
      `schemas/${dialect.id.replace("@", "-at-")}.schema.json`,
      toJson(jsonSchema(dialect)),
    );
  for (const dialect of dialects)
    files.set(`docs/reference/dialects/${dialect.id}.md`, dialectPage(dialect));
  files.set("docs/reference/cli.md", await cliPage());
  files.set("docs/reference/api.md", apiPage());
  files.set("docs/reference/library.md", libraryPage());
  files.set("docs/reference/workflow-nodes.md", workflowNodesPage());
  files.set("web/src/pages/workflow/node-forms.ts", canvasForms());
  files.set("src/client/operations.ts", clientOperations());
  files.set("src/skill/confirmations.json", toJson(confirmations()));
  return new Map([...files, ...indexPages(files)]);
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function dialectPage(dialect: Dialect): string {
  const own = profiles.filter((profile) => profile.id.startsWith(`${dialect.id}@`));
  const parts = [
    "---",
    "kind: reference",
    "---",
    "",
    `# ${dialect.title}`,
    "",
    `<!-- Made by scripts/gen-docs.ts from src/skill/dialects/${dialect.id}/; edit the table there. -->`,
    "",
    `${dialect.summary} Dialect id: \`${dialect.id}\`. Rules taken from ${dialect.source.document} (${dialect.source.date}).`,
    "",
    "## Fields",
    "",
    ...fieldTable(dialect),
    "",
    "## Rules of the file",
    "",
    ...fileRules(dialect).map((rule) => `- ${rule}`),
    "",
    ...own.flatMap((profile) => profileSection(dialect, profile)),
    "## For editors",
    "",
    `JSON Schema of the frontmatter: \`skillwright/schemas/${dialect.id}.schema.json\`.`,
    "",
  ];
  return parts.join("\n");
}

function fieldTable(dialect: Dialect): readonly string[] {
  const rows = dialect.fields.map((field) => fieldRow(dialect, field));
  return [
    "| field | value | required | default | meaning | clause |",
    "|---|---|---|---|---|---|",
    ...rows,
  ];
}

function fieldRow(dialect: Dialect, field: Field): string {
  const namespace = dialect.namespaces[0] ?? "";
  const path = formatPath(field.path.map((step) => (step === NAMESPACE ? namespace : step)));
  const fallback = field.default === undefined ? "" : `\`${JSON.stringify(field.default)}\``;
  const facet = field.facet === undefined ? "" : ` (${facetTitles[field.facet]})`;
  const required = field.isRequired === true ? "yes" : "no";
  const cells = [
    `\`${path}\``,
    shapeWords(field.shape),
    required,
    fallback,
    field.doc + facet,
    field.clause,
  ];
  return `| ${cells.map(cell).join(" | ")} |`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

function fileRules(dialect: Dialect): readonly string[] {
  const { fence } = dialect;
  const openers = {
    exact: "The first line is exactly `---`.",
    blanks: "The first line is `---`; blanks may follow it.",
    prefix: "The text begins with `---`.",
  };
  const closers = {
    exact: "A line of exactly `---` ends the frontmatter.",
    blanks: "A line `---` ends the frontmatter; blanks may follow it.",
    prefix: "A line that begins with `---` ends the frontmatter.",
    anywhere: "The next three dashes end the frontmatter, even inside a value.",
  };
  const outcome = { body: "the whole file is instructions", refused: "the file is refused" };
  const rules = [
    openers[fence.opener],
    closers[fence.closer],
    `Without frontmatter ${outcome[fence.whenMissing]}; where it is never closed ${outcome[fence.whenUnclosed]}.`,
    `Fields that are not in the table are ${dialect.unknownKeys === "kept" ? "passed over" : "refused"}.`,
  ];
  const { expected } = dialect.checkName("");
  if (expected !== undefined) rules.push(`A name has ${expected}.`);
  if (dialect.nameEqualsDirectory) rules.push("The folder must carry the name of the skill.");
  if (dialect.namespaces.length > 0) {
    const names = dialect.namespaces.map((name) => `\`${name}\``).join(", ");
    rules.push(`Under \`metadata\` the first of these that is a map counts: ${names}.`);
  }
  const oddities = dialect.tolerates.map((kind) => `\`${kind}\``).join(", ");
  rules.push(
    `Oddities of writing that it tolerates: ${oddities}; any other error of writing makes it refuse the file.`,
  );
  if (dialect.maxFileBytes !== undefined)
    rules.push(`The file has at most ${dialect.maxFileBytes} bytes.`);
  rules.push(
    `A conversion preserves what has no field here under \`${dialect.preserve.path.join(".")}\`${dialect.preserve.form === "strings" ? `, as text with keys that begin \`${dialect.preserve.prefix}\`` : ""}.`,
  );
  return rules;
}

function profileSection(dialect: Dialect, profile: Dialect): readonly string[] {
  const known = new Set(dialect.fields.map((field) => formatPath(field.path)));
  const added = profile.fields.filter((field) => !known.has(formatPath(field.path)));
  const more = added.map((field) => `\`${formatPath(field.path)}\``).join(", ");
  return [
    `## Profile ${profile.id}`,
    "",
    profile.summary,
    ...(more === "" ? [] : ["", `Further fields: ${more}.`]),
    "",
  ];
}
