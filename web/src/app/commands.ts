/** What can be done from the palette, by verb and object: every operation of Skillwright, and the places of the page. */
import type { IconName } from "../components/icon.tsx";

export interface OperationInfo {
  readonly id: string;
  /** As it is typed at a terminal. */
  readonly command: string;
  readonly summary: string;
}

export type Action =
  | {
      readonly kind: "go";
      readonly to: string;
      readonly params?: Readonly<Record<string, string>>;
      readonly search?: Readonly<Record<string, string>>;
    }
  | { readonly kind: "copy"; readonly text: string }
  | { readonly kind: "call"; readonly run: () => void };

/** In the order in which they are shown. */
export type Group = "this" | "others" | "pages" | "do" | "commands" | "app";
const ORDER: readonly Group[] = ["this", "others", "pages", "do", "commands", "app"];

export interface Command {
  readonly title: string;
  readonly icon: IconName;
  readonly group: Group;
  readonly action: Action;
  /** The same at a terminal. */
  readonly line?: string;
  /** What is pressed for it elsewhere. */
  readonly keys?: string;
}

interface System {
  readonly id: string;
  readonly title: string;
}

/** Where the page does what an operation does; without a skill, then with one. */
const PLACES: Readonly<
  Record<string, { readonly title: string; readonly icon: IconName; readonly action: Action }>
> = {
  new: { title: "New skill", icon: "plus", action: go("/skills", { new: "1" }) },
  list: { title: "List skills", icon: "list", action: go("/skills") },
  overview: { title: "Overview of this machine", icon: "home", action: go("/") },
  doctor: {
    title: "Doctor: what does not load",
    icon: "route",
    action: go("/skills", { state: "bad" }),
  },
  matrix: { title: "Open the matrix", icon: "grid", action: go("/skills", { view: "matrix" }) },
  prompt: {
    title: "Show the prompt budget",
    icon: "gauge",
    action: go("/skills", { view: "budget" }),
  },
  scan: {
    title: "Scan all skills",
    icon: "shield",
    action: go("/skills", { view: "safety" }),
  },
  search: { title: "Search the library", icon: "library", action: go("/library") },
  publish: { title: "Publish a skill", icon: "upload", action: go("/library/publish") },
};

/** Verbs with a skill as their object. */
const FACETS: readonly (readonly [
  verb: string,
  icon: IconName,
  to: string,
  search?: Readonly<Record<string, string>>,
])[] = [
  ["Open", "file", "/skills/$name"],
  ["Run", "play", "/skills/$name/run"],
  ["Explain", "route", "/skills/$name/explain"],
  ["Check", "check", "/skills/$name", { dock: "problems" }],
  ["Scan", "shield", "/skills/$name", { inspect: "safety" }],
];

/** What is typed at a terminal for a verb with a skill as its object. */
const LINES: Readonly<Record<string, (name: string) => string>> = {
  Run: (name) => `skillwright run ${name}`,
  Explain: (name) => `skillwright explain ${name}`,
  Check: (name) => `skillwright lint ${name}`,
  Scan: (name) => `skillwright scan ${name}`,
};

export function operationCommands(operations: readonly OperationInfo[]): readonly Command[] {
  return operations.map(({ id, command, summary }): Command => {
    const line = `skillwright ${command}`;
    const place = PLACES[id];
    if (place !== undefined) return { ...place, group: "do", line };
    return {
      title: `${summary.replace(/\.$/u, "")} (${line})`,
      icon: "code",
      group: "commands",
      action: { kind: "copy", text: line },
      line,
    };
  });
}

/** Everything that can be done with one skill. */
export function skillCommands(
  name: string,
  systems: readonly System[],
  group: Group,
): readonly Command[] {
  const params = { name };
  return [
    ...FACETS.map(([verb, icon, to, search]): Command => {
      const line = LINES[verb]?.(name);
      return {
        title: `${verb} ${name}`,
        icon,
        group,
        action: { kind: "go", to, params, ...(search === undefined ? {} : { search }) },
        ...(line === undefined ? {} : { line }),
      };
    }),
    {
      title: `Publish ${name}`,
      icon: "upload",
      group,
      action: go("/library/publish", { skill: name }),
      line: `skillwright publish ${name}`,
    },
    ...systems.map(({ id, title }): Command => ({
      title: `Convert ${name} to ${title}`,
      icon: "flow",
      group,
      action: { kind: "go", to: "/skills/$name/convert", params, search: { to: id } },
      line: `skillwright convert ${name} --to ${id}`,
    })),
  ];
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== "");
}

/** Where a word stands in a text: where it begins a word, or else anywhere. */
function placesOf(
  text: string,
  word: string,
): { readonly at: readonly number[]; readonly isStart: boolean } {
  const all: number[] = [];
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length))
    all.push(at);
  const starts = all.filter((at) => at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)));
  return starts.length > 0 ? { at: starts, isStart: true } : { at: all, isStart: false };
}

/**
 * Every word must stand somewhere in the title. Groups keep their order, with so many of each at most; in a group those
 * come first in which more of the words begin a word, and then those that begin with the first.
 */
export function findCommands(
  commands: readonly Command[],
  words: string,
  mostOfGroup: number,
): readonly Command[] {
  const wanted = wordsOf(words);
  const [first = ""] = wanted;
  const found = commands.flatMap((command) => {
    const text = command.title.toLowerCase();
    const places = wanted.map((word) => placesOf(text, word));
    if (places.some(({ at }) => at.length === 0)) return [];
    const starts = places.filter(({ isStart }) => isStart).length;
    return [{ command, rank: 2 * starts + (text.startsWith(first) ? 1 : 0) }];
  });
  return ORDER.flatMap((group) =>
    found
      .filter(({ command }) => command.group === group)
      .toSorted((a, b) => b.rank - a.rank)
      .slice(0, mostOfGroup)
      .map(({ command }) => command),
  );
}

/** A title in pieces; those that somebody typed are true. */
export function markWords(title: string, words: string): readonly (readonly [string, boolean])[] {
  const text = title.toLowerCase();
  const isMarked = Array.from({ length: title.length }, () => false);
  for (const word of wordsOf(words))
    for (const at of placesOf(text, word).at) isMarked.fill(true, at, at + word.length);
  const pieces: [string, boolean][] = [];
  for (const [index, marked] of isMarked.entries()) {
    const last = pieces.at(-1);
    if (last !== undefined && last[1] === marked) last[0] += title.charAt(index);
    else pieces.push([title.charAt(index), marked]);
  }
  return pieces;
}

function go(to: string, search?: Readonly<Record<string, string>>): Action {
  return { kind: "go", to, ...(search === undefined ? {} : { search }) };
}
