/** What is made from the list of node types: the page of the reference, and the forms that the canvas shows. */
import {
  type NodeField,
  type NodeForm,
  nodeForms,
  policyFields,
} from "../../src/run/workflow/index.ts";

/** The forms as data of the workbench, which loads none of the code that runs. */
export function canvasForms(): string {
  return [
    "/** Made by scripts/gen-docs.ts from src/run/workflow/nodes; edit the forms there. */",
    'import type { NodeField, NodeForm } from "../../../../src/run/workflow/nodes/form.ts";',
    "",
    `export type NodeType = ${nodeForms()
      .map(({ type }) => JSON.stringify(type))
      .join(" | ")};`,
    "",
    `export const nodeForms: readonly (NodeForm & { readonly type: NodeType })[] = ${JSON.stringify(nodeForms(), undefined, 2)};`,
    "",
    "/** What every node has besides its own fields. */",
    `export const policyFields: readonly NodeField[] = ${JSON.stringify(policyFields, undefined, 2)};`,
    "",
  ].join("\n");
}

export function workflowNodesPage(): string {
  return [
    "---",
    "kind: reference",
    "---",
    "",
    "# Nodes of workflows",
    "",
    "<!-- Made by scripts/gen-docs.ts from src/run/workflow/nodes; edit the forms there. -->",
    "",
    "What each type of node does, what its `data` may hold, and what it gives. [Workflows](workflows.md) says how nodes work together.",
    "",
    "| type | what it does |",
    "|---|---|",
    ...nodeForms().map(
      ({ type, title, about }) => `| [\`${type}\`](#${anchorOf(title, type)}) | ${cell(about)} |`,
    ),
    "",
    "## Every node",
    "",
    "Besides its own data every node but `start` has these. A node that is tried again waits without a place in the server, and goes on after a restart; [failures](workflows.md#failures) says what comes of one.",
    "",
    ...fieldTable(policyFields),
    "",
    ...nodeForms().flatMap(({ type, ...form }) => section(type, form)),
  ].join("\n");
}

function anchorOf(title: string, type: string): string {
  return `${title} ${type}`
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

function section(type: string, form: NodeForm): readonly string[] {
  const { title, about, output, notes = [], fields, branches = [] } = form;
  const ways = branches.map(({ id, label }) => `\`${id}\` (${label})`).join(", ");
  return [
    `## ${title} (\`${type}\`)`,
    "",
    about,
    "",
    ...(fields.length === 0 ? [] : [...fieldTable(fields), ""]),
    `Output: ${output}${ways === "" ? "" : ` Branches: ${ways}.`}`,
    "",
    ...notes.flatMap((note) => [note, ""]),
  ];
}

function fieldTable(fields: readonly NodeField[]): readonly string[] {
  return [
    "| data | value | default | meaning |",
    "|---|---|---|---|",
    ...fields.map((field) => {
      const { key, preset, label, help, names, required } = field;
      const words = [
        `${label}.`,
        ...(help === undefined ? [] : [help]),
        ...(required === undefined ? [] : ["Required."]),
        ...(names === undefined ? [] : [NAMES[names]]),
      ];
      const fallback = preset === undefined ? "" : `\`${JSON.stringify(preset)}\``;
      return `| \`${key}\` | ${cell(valueOf(field))} | ${cell(fallback)} | ${cell(words.join(" "))} |`;
    }),
  ];
}

const NAMES = {
  template: "Templates are filled in.",
  condition: "A [condition](workflows.md#conditions).",
  mapping: "Entries are [mappings](workflows.md#input-mappings).",
} as const;

function valueOf({ kind, range, options }: NodeField): string {
  if (kind === "number")
    return range === undefined ? "number" : `number from ${range.min} to ${range.max}`;
  if (kind === "check") return "`true` or `false`";
  if (kind === "pairs") return "map of texts";
  if (Array.isArray(options)) return options.map((option: string) => `\`${option}\``).join(", ");
  return "text";
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
