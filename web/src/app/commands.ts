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
  | { readonly kind: "copy"; readonly text: string };

export interface Command {
  readonly title: string;
  readonly icon: IconName;
  readonly group: string;
  readonly action: Action;
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
];

export function operationCommands(operations: readonly OperationInfo[]): readonly Command[] {
  return operations.map(({ id, command, summary }) => {
    const place = PLACES[id];
    if (place !== undefined) return { ...place, group: "Do" };
    return {
      title: `${summary.replace(/\.$/u, "")} (skillwright ${command})`,
      icon: "copy",
      group: "Copy the command",
      action: { kind: "copy", text: `skillwright ${command}` },
    };
  });
}

/** Everything that can be done with one skill. */
export function skillCommands(
  name: string,
  systems: readonly System[],
  group: string,
): readonly Command[] {
  const params = { name };
  return [
    ...FACETS.map(([verb, icon, to, search]) => ({
      title: `${verb} ${name}`,
      icon,
      group,
      action: { kind: "go" as const, to, params, ...(search === undefined ? {} : { search }) },
    })),
    {
      title: `Publish ${name}`,
      icon: "upload",
      group,
      action: go("/library/publish", { skill: name }),
    },
    {
      title: `Scan ${name}`,
      icon: "shield",
      group,
      action: { kind: "go", to: "/skills/$name", params, search: { inspect: "safety" } },
    },
    ...systems.map(({ id, title }) => ({
      title: `Convert ${name} to ${title}`,
      icon: "flow" as const,
      group,
      action: { kind: "go" as const, to: "/skills/$name/convert", params, search: { to: id } },
    })),
  ];
}

/** Every word must stand somewhere in the title; titles that begin with the first word come first. */
export function findCommands(
  commands: readonly Command[],
  words: string,
  most: number,
): readonly Command[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== "");
  const [first = ""] = wanted;
  const found = commands.filter(({ title }) => {
    const text = title.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  const begins = ({ title }: Command): number => (title.toLowerCase().startsWith(first) ? 0 : 1);
  return found.toSorted((a, b) => begins(a) - begins(b)).slice(0, most);
}

function go(to: string, search?: Readonly<Record<string, string>>): Action {
  return { kind: "go", to, ...(search === undefined ? {} : { search }) };
}
