/**
 * Hosts by who controls what they serve. Each list of the file says whom it is about: a name stands for itself and for what is
 * below it, and `judgeHost` asks them in their order. Add a host to the list of whoever decides what lies there.
 */
import lists from "./host-lists.json" with { type: "json" };

function setOf(key: keyof typeof lists): ReadonlySet<string> {
  return new Set(lists[key].names);
}

export const PASTE_SITES: ReadonlySet<string> = setOf("paste-sites");
export const SHORTENERS: ReadonlySet<string> = setOf("shorteners");
export const COLLECTORS: ReadonlySet<string> = setOf("collectors");
export const USER_CONTENT: ReadonlySet<string> = setOf("user-content");
export const VENDORS_OWN: ReadonlySet<string> = setOf("vendors-own");
export const INSTALLERS: ReadonlySet<string> = setOf("installers");
export const CODE_HOSTS: ReadonlySet<string> = setOf("code-hosts");
export const VENDORS: ReadonlySet<string> = setOf("vendors");
