import type { BodyView, Link } from "./body.ts";

/** A link's target as a path from the skill's folder. */
export interface RelativeTarget {
  /** `/` between the parts, no `.`, and `..` only in front where it leaves the folder. */
  readonly path: string;
  readonly leavesFolder: boolean;
  /** Written with a slash at the end. */
  readonly isFolder: boolean;
}

/** Links that lead to one file, in the order of the text. */
export interface LinkedFile extends RelativeTarget {
  readonly links: readonly [Link, ...Link[]];
}

/** Addresses, absolute and home paths, anchors, mentions. */
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|[/\\#?~@$%])/i;
/** What authors write where the reader has to fill something in. */
const PLACEHOLDER = /[<>{}[\]$*|`"]|\.{3}|…|(?:^|\/)path\/to\//;
/** Markdown takes a backslash before punctuation as an escape; before a letter it is a Windows path. */
const ESCAPE = /\\([!-/:-@[-`{-~])/g;

/** The paths that a body links to, each once however often it is linked. */
export function linkedFiles(body: BodyView): readonly LinkedFile[] {
  const found = new Map<string, LinkedFile>();
  for (const link of body.links) {
    const target = relativeTarget(link.target);
    if (target === undefined) continue;
    const known = found.get(target.path);
    const links: LinkedFile["links"] = known === undefined ? [link] : [...known.links, link];
    found.set(target.path, { ...target, links });
  }
  return [...found.values()];
}

/** Undefined where the target is not a path of the skill: an address, an anchor, a placeholder. */
export function relativeTarget(written: string): RelativeTarget | undefined {
  if (written === "" || ELSEWHERE.test(written) || PLACEHOLDER.test(written)) return undefined;
  const bare = decode(written.replace(/[#?].*$/s, "").replace(ESCAPE, "$1"));
  const parts: string[] = [];
  for (const part of bare.split(/[/\\]/)) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  const path = parts.join("/");
  if (path === "") return undefined;
  return { path, leavesFolder: parts[0] === "..", isFolder: /[/\\]$/.test(bare) };
}

function decode(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
