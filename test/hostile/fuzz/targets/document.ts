import { chunkText, extractText } from "../../../../src/run/knowledge/index.ts";
import { isObject, SkillError } from "../../../../src/skill/index.ts";
import { zipOf } from "../../../support/archives.ts";
import { bytesOf, type FuzzTarget, must, textOf } from "../target.ts";

const KINDS = ["xlsx", "pptx", "epub", "html", "table"] as const;
const MOST_CHARACTERS = 20 * 1024 * 1024;

const relations = (type: string, target: string): string =>
  `<Relationships><Relationship Id="r1" Type="t/${type}" Target="${target}"/></Relationships>`;

const SEEDS = [
  {
    kind: "xlsx",
    parts: {
      "_rels/.rels": relations("officeDocument", "xl/workbook.xml"),
      "xl/workbook.xml": '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels": relations("worksheet", "sheet.xml"),
      "xl/sheet.xml":
        '<worksheet><row><c r="A1" t="s" s="0"><v>0</v></c><c r="C1" t="b"><v>1</v></c><c r="D1"><v>4e4</v></c></row></worksheet>',
    },
  },
  {
    kind: "pptx",
    parts: {
      "_rels/.rels": relations("officeDocument", "ppt/presentation.xml"),
      "ppt/presentation.xml": '<p:presentation><p:sldId id="1" r:id="r1"/></p:presentation>',
      "ppt/_rels/presentation.xml.rels": relations("slide", "slides/1.xml"),
      "ppt/slides/1.xml":
        "<p:sld><a:p><a:t>a</a:t></a:p><a:tr><a:tc><a:p><a:t>b</a:t></a:p></a:tc></a:tr></p:sld>",
    },
  },
  {
    kind: "epub",
    parts: {
      "META-INF/container.xml": '<rootfile full-path="o/b.opf"/>',
      "o/b.opf": '<item id="a" href="a.xhtml" media-type="text/html"/><itemref idref="a"/>',
      "o/a.xhtml": "<table><tr><td>a<td>b</tr></table><p>c",
    },
  },
  { kind: "html", parts: { a: "<table><tr><td><p>a<td>b</tr></table>" } },
  { kind: "table", parts: { a: "a,b\n1,2\n" } },
];

/** Documents whose parts are changed, packed into a whole zip. */
export const documentTarget: FuzzTarget = {
  name: "document",
  invariants: [
    "A document gives text or a refusal with a code; nothing else is thrown.",
    "Its text is no longer than it may be, and is what people can read: no half characters, no zero bytes.",
    "No passage is empty, and passages of a table begin with its header where they have one.",
  ],
  kind: "json",
  maxBytes: 32_000,
  maxCpuMs: 3000,
  words: [
    "xlsx",
    "pptx",
    "epub",
    "<row>",
    "<c>",
    "</c>",
    "<a:tc>",
    "</a:tc>",
    "../",
    "&#0;",
    "\ud800",
    "ZZZ9",
  ],
  seeds: () => SEEDS.map((seed) => bytesOf(JSON.stringify(seed))),
  quickRuns: 120,
  open: () => ({
    check: async (input) => {
      const { kind, bytes } = packed(input);
      try {
        const sections = await extractText(kind, bytes);
        const length = sections.reduce((sum, { text }) => sum + text.length, 0);
        must(length > 0 && length <= MOST_CHARACTERS, "too long, or empty");
        for (const { text } of sections)
          must(text.isWellFormed() && !text.includes("\0"), "unreadable text");
        const chunks = chunkText(sections, (text) => text.length, { tokens: 100, overlap: 10 });
        for (const { text } of chunks) must(text.trim() !== "", "an empty passage");
        return `${kind} ${Math.min(sections.length, 3)}`;
      } catch (error) {
        if (SkillError.isInstance(error)) return `${kind} ${error.diagnostic.message.slice(0, 40)}`;
        throw error;
      }
    },
  }),
};

function packed(input: Uint8Array): {
  readonly kind: (typeof KINDS)[number];
  readonly bytes: Uint8Array;
} {
  let value: unknown;
  try {
    value = JSON.parse(textOf(input)) as unknown;
  } catch {
    return { kind: "table", bytes: input };
  }
  const given = isObject(value) ? value : {};
  const kind = KINDS.find((known) => known === given["kind"]) ?? "html";
  const parts = Object.entries(isObject(given["parts"]) ? given["parts"] : {}).slice(0, 100);
  if (kind === "html" || kind === "table") return { kind, bytes: bytesOf(toText(parts[0]?.[1])) };
  const entries = parts.map(([name, content]) => ({
    name: name.toWellFormed().slice(0, 3000),
    content: toText(content),
  }));
  return { kind, bytes: zipOf(entries) };
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
