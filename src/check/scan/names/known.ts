/** Names that attackers imitate, and honest names that only happen to be close to one. */
import lists from "./known.json" with { type: "json" };

function setOf(key: keyof typeof lists): ReadonlySet<string> {
  return new Set(lists[key].names);
}

export const NPM: ReadonlySet<string> = setOf("npm");
export const PYPI: ReadonlySet<string> = setOf("pypi");
export const PROTECTED: ReadonlySet<string> = setOf("protected");
export const SKILLS: ReadonlySet<string> = setOf("skills");
export const WORDS: ReadonlySet<string> = setOf("words");
export const ORDINARY: ReadonlySet<string> = setOf("ordinary");
