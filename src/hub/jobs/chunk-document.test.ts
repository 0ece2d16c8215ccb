import { describe, expect, it } from "vitest";
import { documentKind, localEmbeddings } from "../../run/knowledge/index.ts";
import { chunkDocument } from "./chunk-document.ts";

const sentence =
  "The office is closed on public holidays and opens again on the next working day. ";
const bytes = new TextEncoder().encode(sentence.repeat(200));

describe("a document", () => {
  it("is cut into passages that the embedding model reads to their end", async () => {
    const window = localEmbeddings()?.window;
    expect(window).toBe(256);
    const input = { name: "staff.txt", kind: "text" as const, bytes };
    const passages = await chunkDocument({ ...input, ...(window === undefined ? {} : { window }) });
    // The model counts more pieces than our counter does, so that some room is left.
    expect(Math.max(...passages.map(({ tokens }) => tokens))).toBeLessThanOrEqual(205);
    expect(passages.length).toBeGreaterThan(15);
    const short = await chunkDocument({ ...input, maxCharacters: sentence.length });
    expect(short.map(({ text }) => text)).toEqual([sentence.trim()]);
    const whole = await chunkDocument(input);
    expect(Math.max(...whole.map(({ tokens }) => tokens))).toBeGreaterThan(400);
  });

  it("may be a table, data or code, as it stands in the file", () => {
    for (const name of ["a.csv", "a.TSV"])
      expect([name, documentKind(name)]).toEqual([name, "table"]);
    for (const name of ["a.json", "a.jsonl", "a.yaml", "a.py", "a.ts", "a.GO"])
      expect([name, documentKind(name)]).toEqual([name, "text"]);
    expect(documentKind("a.exe")).toBeUndefined();
  });
});
