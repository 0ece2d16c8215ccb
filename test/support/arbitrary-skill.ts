/** Skills that nobody wrote: frontmatter made from a dialect's table, with everything that goes wrong in files. */
import * as fc from "fast-check";
import {
  checkShape,
  type Dialect,
  type Field,
  type Json,
  type JsonObject,
  NAMESPACE,
  type Path,
  setPath,
  type Shape,
} from "../../src/skill/index.ts";
import { renderFrontmatter } from "../../src/skill/text/rewrite.ts";

const samples: readonly string[] = [
  ...samplesOf("gh a sort-photos API_KEY 1.2.3 yes no true 12 0x1f 1_000 --- [x] {y} ~ @at &x *y"),
  ...samplesOf("network:read shell:execute:git,npm references/a.md https://example.com/a?b=c#d"),
  "",
  "Use when: asked",
  "# no comment",
  'it\'s "quoted"',
  "a --- b",
  "- item",
  "one\ntwo",
  "  blanks  ",
  "tab\there",
  "é 日本語 🐙",
  "<b>bold</b>",
  "back\\slash",
  "x".repeat(80),
  "a long text of words ".repeat(70).trim(),
  "line one\n\nline two\n",
];

function samplesOf(line: string): readonly string[] {
  return line.split(" ");
}

const words = fc.constantFrom(...samples);
const texts: fc.Arbitrary<string> = fc.oneof({ weight: 4, arbitrary: words }, fc.string());
const scalars: fc.Arbitrary<Json> = fc.oneof(texts, fc.integer(), fc.boolean(), fc.constant(null));

/** Any value that YAML and JSON both hold. */
const anyValue: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    scalars,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.oneof(words, fc.constantFrom("k", "name", "__proto__")), tie("value"), {
      maxKeys: 3,
    }),
  ),
})).value;

/** A value of the shape, as far as chance finds one. */
function ofShape(shape: Shape): fc.Arbitrary<Json> {
  switch (shape.kind) {
    case "text":
      return fc
        .oneof(texts, fc.constantFrom(...(shape.values ?? ["a-b"])))
        .map((value) => (checkShape(value, shape, ["x"]).length === 0 ? value : "a-b"));
    case "boolean":
      return fc.boolean();
    case "number":
      return fc.integer({ min: shape.min ?? 0, max: shape.max ?? 100 });
    case "list":
      return fc.array(ofShape(shape.of), { minLength: shape.min ?? 0, maxLength: 3 });
    case "map":
      return fc.dictionary(fc.constantFrom("a", "b-c", "faq"), ofShape(shape.of), { maxKeys: 3 });
    case "record":
      return fc.record(
        Object.fromEntries(
          Object.entries(shape.fields).map(([key, field]) => [key, ofShape(field.shape)]),
        ),
        { requiredKeys: Object.keys(shape.fields).filter((key) => shape.fields[key]?.required) },
      );
    case "either":
      return fc.oneof(...shape.of.map(ofShape));
    case "any":
      return anyValue;
  }
}

interface Entry {
  readonly path: Path;
  readonly value: Json;
}

function fieldEntry(dialect: Dialect, field: Field): fc.Arbitrary<Entry | undefined> {
  const namespace = fc.constantFrom(...(dialect.namespaces.length > 0 ? dialect.namespaces : [""]));
  const paths = fc.constantFrom(field.path, field.path, ...(field.aliases ?? []));
  const value = fc.oneof(
    { weight: 8, arbitrary: ofShape(field.shape) },
    { weight: 1, arbitrary: anyValue },
    { weight: 1, arbitrary: fc.constant(null) },
  );
  const entry = fc.tuple(paths, namespace, value).map(([path, name, item]): Entry => ({
    path: path.map((step) => (step === NAMESPACE ? name : step)),
    value: item,
  }));
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: entry },
  );
}

/** Places that the dialect does not know, or that another dialect reads. */
const strangePlaces: readonly Path[] = [
  ...samplesOf("zzz version tags author inputs model license always tools homepage actions"),
  ...samplesOf("requirements metadata requirements.gpu metadata.team metadata.gsv.odd"),
  ...samplesOf("metadata.openclaw metadata.hermes.tags metadata.gaia x-personal-mcp.owner"),
  "with space",
].map((place) => place.split("."));

const strangers: fc.Arbitrary<readonly Entry[]> = fc.array(
  fc.record({ path: fc.constantFrom(...strangePlaces), value: anyValue }),
  { maxLength: 4 },
);

/** The text of a SKILL.md as the dialect might meet it. */
export function anySkill(dialect: Dialect): fc.Arbitrary<string> {
  const entries = fc.tuple(...dialect.fields.map((field) => fieldEntry(dialect, field)));
  const bodies = fc.constantFrom(
    "# Title\n\nFirst paragraph.\n",
    "\nUse {{x}} and $ARGUMENTS in {baseDir}.\n\n---\n\nMore.\n",
    "",
    "\n\nText\n---\nname: not-frontmatter\n",
  );
  const ends = fc.constantFrom("\n", "\n", "\n", "\r\n");
  return fc.tuple(entries, strangers, bodies, ends).map(([known, strange, body, eol]) => {
    const frontmatter = [...strange, ...known].reduce<JsonObject>(
      (root, entry) => (entry === undefined ? root : setPath(root, entry.path, entry.value)),
      {},
    );
    const style = { allowsFlow: dialect.allowsFlow, jsonKeys: dialect.jsonKeys };
    const inner = renderFrontmatter(frontmatter, style);
    const text = inner === "" ? body : `---\n${inner}\n---\n${body}`;
    return text.replaceAll("\n", eol);
  });
}
