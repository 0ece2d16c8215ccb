/** Documents in `test/documents` were written by openpyxl, PptxGenJS and epub-gen-memory. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../../../test/support/source.ts";
import { writeZip } from "../../../platform/archive/index.ts";
import { chunkText } from "../chunk.ts";
import { type DocumentKind, extractText } from "./extract.ts";

const LATIN = Uint8Array.from(Buffer.from("café olé", "latin1"));

async function textOf(kind: DocumentKind, bytes: Uint8Array): Promise<string> {
  return (await extractText(kind, bytes)).map(({ text }) => text).join("\n\n");
}

function fixture(name: string): Uint8Array {
  return readFileSync(join(root, "test/documents", name));
}

function zipOf(files: { readonly [path: string]: string }): Uint8Array {
  return writeZip(
    Object.entries(files).map(([path, text]) => ({
      path,
      bytes: new TextEncoder().encode(text),
      isExecutable: false,
    })),
  );
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function relations(type: string, target: string): string {
  return `<Relationships><Relationship Id="r1" Type="x/${type}" Target="${target}"/><Relationship Id="r2" Type="x/sharedStrings" Target="s.xml"/></Relationships>`;
}

/** One token a word. */
function count(text: string): number {
  return text.split(/\s+/u).filter(Boolean).length;
}

it("reads text that is not UTF-8 as what it says of itself, or as Western text", async () => {
  expect(await textOf("text", LATIN)).toBe("café olé");
  expect(await textOf("text", utf8("café olé"))).toBe("café olé");
  const head = Buffer.from('<meta charset="shift_jis"><p>', "latin1");
  const page = Buffer.concat([head, Buffer.from([0x93, 0xfa, 0x96, 0x7b]), Buffer.from("</p>")]);
  expect(await textOf("html", Uint8Array.from(page))).toBe("日本");
  const liar = Buffer.concat([Buffer.from("charset=utf-8 "), Buffer.from(LATIN)]);
  expect(await textOf("text", Uint8Array.from(liar))).toBe("charset=utf-8 café olé");
});

describe("a spreadsheet", () => {
  it("is read sheet by sheet, dates and numbers as they are shown", async () => {
    expect(await extractText("xlsx", fixture("holidays.xlsx"))).toEqual([
      {
        text: [
          "# Holidays",
          "Day | Holiday | Hours | Paid",
          "2026-12-24 | Christmas Eve | 4.5 | TRUE |  | far right",
          "2026-12-31 18:30:00 | New Year & party in the yard | 0.3 | FALSE",
        ].join("\n"),
        header: "# Holidays\nDay | Holiday | Hours | Paid",
      },
      // What a formula gives is known only to a program that has computed it.
      { text: "# Prices\nItem | Price\nBicycle", header: "# Prices\nItem | Price" },
    ]);
  });

  it("unfolds no further than its text may", async () => {
    const cells = '<c t="s"><v>0</v></c>'.repeat(20_000);
    const sheet = '<sheet name="a" r:id="r1"/>'.repeat(1000);
    const files = {
      "_rels/.rels": relations("officeDocument", "w.xml"),
      "w.xml": `<workbook><sheets>${sheet}</sheets></workbook>`,
      "_rels/w.xml.rels": relations("worksheet", "t.xml"),
      "s.xml": `<sst><si><t>${"word ".repeat(10_000)}</t></si></sst>`,
      "t.xml": `<worksheet><row>${cells}</row></worksheet>`,
    };
    const empty = `<row><c r="IV1"><v>1</v></c></row>`.repeat(50_000);
    const wide = zipOf({ ...files, "t.xml": `<worksheet>${empty}</worksheet>` });
    expect((await extractText("xlsx", wide))[0]?.text.length).toBeLessThanOrEqual(20 * 1024 * 1024);
    const [only, ...others] = await extractText("xlsx", zipOf(files));
    expect(others).toEqual([]);
    expect(only?.text.length).toBeGreaterThan(10_000_000);
    expect(only?.text.length).toBeLessThanOrEqual(20 * 1024 * 1024);
  });

  it("follows no reference out of itself, and names what it cannot read", async () => {
    const bytes = zipOf({
      "_rels/.rels": relations("officeDocument", "https://example.org/w.xml"),
      "xl/workbook.xml": '<workbook><sheet name="a" r:id="r1"/></workbook>',
      "xl/_rels/workbook.xml.rels": relations("worksheet", "../../../../etc/passwd"),
    });
    await expect(extractText("xlsx", bytes)).rejects.toThrow("The xlsx document contains no text.");
    await expect(extractText("pptx", utf8("no zip"))).rejects.toThrow("damaged or protected");
  });
});

it("reads the slides that are shown, with notes and tables", async () => {
  expect(await extractText("pptx", fixture("rental.pptx"))).toEqual([
    { text: "Bicycles & boats\n\nWelcome everybody first.", page: 1 },
    { text: "Prices\nBicycle | Boat\n12 EUR | 90 EUR", page: 2 },
    { text: "Ask at the desk.", page: 4 },
  ]);
});

describe("a book", () => {
  it("is read chapter by chapter", async () => {
    const text = await textOf("epub", fixture("bicycles.epub"));
    expect(text).toContain(
      "The wheel\n\nA wheel has 32 spokes.\n\nSpoke | Length\n\nLeft | 291 mm",
    );
    expect(text.indexOf("32 spokes")).toBeLessThan(text.indexOf("It stops the wheel & the rider."));
  });

  it("that is encrypted is refused", async () => {
    const bytes = zipOf({
      "META-INF/container.xml": '<container><rootfile full-path="o/b.opf"/></container>',
      "META-INF/encryption.xml": '<encryption><CipherReference URI="o/a%20b.xhtml"/></encryption>',
      "o/b.opf":
        '<package><item id="a" href="a%20b.xhtml" media-type="application/xhtml+xml"/><itemref idref="a"/></package>',
      "o/a b.xhtml": "ciphertext",
    });
    await expect(extractText("epub", bytes)).rejects.toThrow("damaged or protected");
  });
});

it("keeps a row of a table on one line, also in pages", async () => {
  const html =
    "<h1>Prices</h1><table><tr><th>Item<th>Price</tr><tr><td><p>Boat</p><p>(large)</p></td><td>90</td></tr></table><p>End</p>";
  expect(await textOf("html", utf8(html))).toBe(
    "Prices\n\nItem | Price\n\nBoat (large) | 90\n\nEnd",
  );
});

describe("passages", () => {
  it("stand on one page each, and say on which", () => {
    const sections = [1, 2, 3].map((page) => ({
      text: `Page ${page} says this. `.repeat(6),
      page,
    }));
    const chunks = chunkText(sections, count, { tokens: 16, overlap: 4 });
    expect(chunks.length).toBeGreaterThan(5);
    for (const { text, page } of chunks)
      expect(text).toMatch(new RegExp(`^Page ${page} says`, "u"));
    expect(chunks.map(({ index }) => index)).toEqual(chunks.map((_, at) => at));
  });

  it("of a table have whole rows below its header, of other text no half of a number", async () => {
    const rows = Array.from({ length: 40 }, (_, at) => `${at},a word. And another,${at}.25`);
    const sections = await extractText("table", utf8(["id,text,price", ...rows].join("\r\n")));
    const chunks = chunkText(sections, count, { tokens: 20, overlap: 4 });
    expect(chunks.length).toBeGreaterThan(5);
    for (const { text, tokens } of chunks) {
      const [header, ...lines] = text.split("\n");
      expect(header).toBe("id,text,price");
      for (const line of lines) expect(rows).toContain(line);
      expect(tokens).toBeLessThanOrEqual(20);
    }
    expect(chunks.flatMap(({ text }) => text.split("\n").slice(1))).toEqual(rows);
    const numbers = "It is 3.14 or 2.72 long. ".repeat(20);
    for (const { text } of chunkText([{ text: numbers }], count, { tokens: 13, overlap: 3 }))
      expect(text).toMatch(/^It is .*long\.$/u);
  });
});
