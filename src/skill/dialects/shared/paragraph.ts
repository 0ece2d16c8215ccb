import { normalizeLineEnds } from "../../text/index.ts";

/** The first paragraph that is no heading, its lines joined by blanks. */
export function firstParagraph(body: string, headings: "all" | "first-run" = "all"): string {
  const lines = normalizeLineEnds(body).trim().split("\n");
  let at = 0;
  while (at < lines.length && (lines[at] as string).startsWith("#")) at++;
  for (; at < lines.length; at++) {
    const line = (lines[at] as string).trim();
    if (line === "") continue;
    if (headings === "all" && line.startsWith("#")) continue;
    break;
  }
  const words: string[] = [];
  for (; at < lines.length && (lines[at] as string).trim() !== ""; at++)
    words.push((lines[at] as string).trim());
  return words.join(" ");
}
