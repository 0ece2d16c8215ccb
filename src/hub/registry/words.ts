import { searchWords } from "../../run/knowledge/index.ts";

/** The words of a text, with the parts of `names_like_this` apart: then no index has to know their order. */
export function marketWords(text: string): readonly string[] {
  return searchWords(text.replaceAll("_", " "));
}
