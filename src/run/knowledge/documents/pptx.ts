import { joinCells } from "./html.ts";
import { findMain, readRelations, readRelation, unpackParts, visitXml } from "./parts.ts";
import type { Section } from "./section.ts";

/** Every slide that is shown, with the notes of its speaker. */
export async function readPptx(bytes: Uint8Array): Promise<readonly Section[]> {
  const parts = await unpackParts(bytes, (name) => /\.(?:xml|rels)$/u.test(name));
  const main = (await findMain(parts)) ?? "ppt/presentation.xml";
  const relations = await readRelations(parts, main);
  const slides = new Set<string>();
  await visitXml(parts.get(main), {
    open: (name, attributes) => {
      const part = relations.get(readRelation(attributes) ?? "")?.part;
      if (name === "sldId" && part !== undefined) slides.add(part);
    },
  });
  const sections: Section[] = [];
  for (const [at, part] of [...slides].entries()) {
    const shown = await readSlide(parts.get(part));
    if (shown === undefined) continue;
    const beside = [...(await readRelations(parts, part)).values()];
    const notes = beside.find(({ type }) => type === "notesSlide")?.part;
    const spoken = notes === undefined ? undefined : await readSlide(parts.get(notes));
    const text = [shown, spoken ?? ""].filter((piece) => piece !== "").join("\n\n");
    if (text !== "") sections.push({ text, page: at + 1 });
  }
  return sections;
}

/** The paragraphs and tables of a slide; undefined for one that is hidden. */
async function readSlide(bytes: Uint8Array | undefined): Promise<string | undefined> {
  const lines: string[] = [];
  let row: string[] = [];
  let text = "";
  let isText = false;
  let isHidden = false;
  let cells = 0;
  let numbers = 0;
  await visitXml(bytes, {
    open: (name, attributes) => {
      if (name === "sld") isHidden = /^(?:0|false)$/u.test(attributes["show"] ?? "");
      if (name === "tr") row = [];
      if (name === "tc") [text, cells] = ["", cells + 1];
      if (name === "p" && cells === 0) text = "";
      if (name === "br") text += " ";
      // The number of a slide or the date of today is no text of it.
      if (name === "fld") numbers += 1;
      isText = name === "t" && numbers === 0;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
    close: (name) => {
      isText = false;
      if (name === "fld") numbers -= 1;
      if (name === "p") {
        if (cells === 0) lines.push(text.trim());
        else text += " ";
      }
      if (name === "tc") {
        row.push(text.replaceAll(/\s+/gu, " ").trim());
        cells -= 1;
        text = "";
      }
      if (name === "tr") lines.push(joinCells(row));
    },
  });
  return isHidden ? undefined : lines.filter((line) => line !== "").join("\n");
}
