import { htmlToText } from "./html.ts";
import { resolvePart, unpackParts, visitXml } from "./parts.ts";
import { decodeText } from "./plain.ts";
import type { Section } from "./section.ts";

/** The chapters of a book in the order of reading. */
export async function readEpub(bytes: Uint8Array): Promise<readonly Section[]> {
  const parts = await unpackParts(
    bytes,
    (name) => !/\.(?:jpe?g|png|gif|webp|[ot]tf)$/iu.test(name),
  );
  let book: string | undefined;
  await visitXml(parts.get("META-INF/container.xml"), {
    open: (name, attributes) => {
      if (name === "rootfile") book ??= attributes["full-path"];
    },
  });
  if (book === undefined) return [];
  const from = book;
  const items = new Map<string, string>();
  // A chapter that is listed twice is read once.
  const chapters = new Set<string>();
  await visitXml(parts.get(from), {
    open: (name, { id = "", href = "", idref = "", linear, "media-type": media = "" }) => {
      const part = resolvePart(from, href);
      if (name === "item" && part !== undefined && /html/u.test(media)) items.set(id, part);
      const chapter = items.get(idref);
      if (name === "itemref" && chapter !== undefined && linear !== "no") chapters.add(chapter);
    },
  });
  const closed = await readEncrypted(parts.get("META-INF/encryption.xml"));
  if ([...chapters].some((chapter) => closed.has(chapter))) throw new Error("It is encrypted.");
  const sections: Section[] = [];
  for (const chapter of chapters) {
    const page = parts.get(chapter);
    const text = page === undefined ? "" : await htmlToText(decodeText(page));
    if (text !== "") sections.push({ text });
  }
  return sections;
}

async function readEncrypted(bytes: Uint8Array | undefined): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  await visitXml(bytes, {
    open: (name, { URI: reference = "" }) => {
      const part = resolvePart("", reference);
      if (name === "CipherReference" && part !== undefined) names.add(part);
    },
  });
  return names;
}
