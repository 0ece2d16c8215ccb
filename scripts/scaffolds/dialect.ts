import type { Scaffold } from "./scaffold.ts";

export const dialectScaffold: Scaffold = {
  example: "my-system",
  title: "My System",
  plan: ({ id, variable, title }) => ({
    files: {
      [`src/skill/dialects/${id}/index.ts`]: `import type { Dialect } from "../dialect.ts";
import { checkName } from "./policy.ts";
import { describe } from "./read.ts";
import { fields } from "./schema.ts";

export const ${variable}: Dialect = {
  id: "${id}",
  title: "${title}",
  summary: "Say in one sentence whose skills these are.",
  source: { document: "Name the document the rules come from", date: "${new Date().toISOString().slice(0, 10)}" },
  fields,
  namespaces: [],
  fence: {
    byteOrderMark: "dropped",
    opener: "blanks",
    closer: "blanks",
    whenMissing: "refused",
    whenUnclosed: "refused",
    whenEmpty: "refused",
    body: "verbatim",
  },
  scalars: "core",
  tolerates: ["byte-order-mark", "opener-blanks", "closer-blanks", "mixed-line-ends", "carriage-return"],
  unknownKeys: "kept",
  placeholders: [],
  nameEqualsDirectory: false,
  preserve: { path: ["metadata", "skillwright"], form: "map", prefix: "" },
  allowsFlow: true,
  jsonKeys: [],
  keyOrder: ["name", "description", "${id}"],
  metadataIsStrings: false,
  checkName,
  detect: ({ frontmatter }) =>
    Object.hasOwn(frontmatter, "${id}") ? { weight: 9, reason: "it has the field \`${id}\`" } : undefined,
  describe,
  skeleton: () => ({ "${id}": "1.0.0" }),
};
`,
      [`src/skill/dialects/${id}/schema.ts`]: `import { type Field, text } from "../field.ts";

const CLAUSE = "Name the clause";

export const fields: readonly Field[] = [
  {
    path: ["name"],
    facet: "identity.name",
    shape: text({ min: 1, trims: true }),
    isRequired: true,
    doc: "Name of the skill.",
    clause: CLAUSE,
  },
  {
    path: ["description"],
    facet: "guidance.description",
    shape: text({ min: 1, trims: true }),
    isRequired: true,
    doc: "What the skill does and when to use it.",
    clause: CLAUSE,
  },
  {
    path: ["${id}"],
    facet: "identity.version",
    shape: text({ takesScalars: true }),
    doc: "Version of the skill, under the name of the system; replace it by the system's own fields.",
    clause: CLAUSE,
  },
];
`,
      [`src/skill/dialects/${id}/read.ts`]: `import { getKey } from "../../model/index.ts";
import type { Description, Reading } from "../dialect.ts";

/** The name and description that the system works with. */
export function describe(reading: Reading): Description {
  const name = getKey(reading.view, "name");
  const description = getKey(reading.view, "description");
  return {
    ...(typeof name === "string" && name.trim() !== "" ? { name: name.trim() } : {}),
    ...(typeof description === "string" ? { description: description.trim() } : {}),
  };
}
`,
      [`src/skill/dialects/${id}/policy.ts`]: `import type { NameVerdict } from "../dialect.ts";
import { KEBAB, nameVerdict, slug } from "../shared/names.ts";

export function checkName(value: string): NameVerdict {
  const isValid = KEBAB.test(value) && value.length <= 64;
  const expected = "lower-case words joined by hyphens, at most 64 characters";
  return nameVerdict(isValid, expected, isValid ? value : slug(value));
}
`,
      [`src/skill/dialects/${id}/README.md`]: `# ${title}

Whose skills these are, where the rules come from, and what is peculiar about them.

- \`schema.ts\` has the fields.
- \`read.ts\` gives the name and description that the system works with.
- \`policy.ts\` judges names and has the rules that a table cannot say.
`,
      [`vectors/${id}.jsonl`]: `${JSON.stringify({
        id: `${id}-describe-001`,
        clause: "BX-01",
        op: "describe",
        dialect: id,
        in: {
          text: `---\nname: sort-photos\ndescription: Sorts photos.\n${id}: "1.0.0"\n---\nSort them.\n`,
          path: "skills/sort-photos/SKILL.md",
        },
        out: { name: "sort-photos", description: "Sorts photos." },
      })}\n`,
    },
    lines: [
      {
        path: "src/skill/dialects/index.ts",
        line: `import { ${variable} } from "./${id}/index.ts";`,
        after: /^import \{ personalMcp \}/u,
      },
      {
        path: "src/skill/dialects/index.ts",
        line: `  ${variable},`,
        after: /^ {2}claude,$/u,
      },
      {
        path: "test/boundaries.test.ts",
        line: `  "${id}",`,
        after: /^ {2}"claude",$/u,
      },
    ],
    next: [
      `Fill the table in src/skill/dialects/${id}/schema.ts.`,
      `Put cases into vectors/${id}.jsonl.`,
    ],
  }),
};
