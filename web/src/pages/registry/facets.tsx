import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { sortByUse } from "../../components/agent-letters.ts";
import { Message } from "../../components/diagnostic-list.tsx";
import { Icon } from "../../components/icon.tsx";
import { useEngine } from "../../engine/engine.ts";
import { type Counts, countsOf, type FacetName, FACETS, MANY } from "./data.ts";
import { useSystemTitles } from "./system-titles.ts";
import type { TextKey } from "../../texts/en.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface FacetListProps {
  readonly counts: Counts;
  readonly chosen: { readonly [Name in FacetName]: string };
  readonly onChange: (name: FacetName, value: string) => void;
}

const TITLES: { readonly [Name in FacetName]: TextKey } = {
  dialect: "skills.format",
  tier: "item.tier",
  permission: "item.permissions",
  works_on: "item.worksWith",
};
/** What decides first stands first. */
const ORDER: readonly FacetName[] = ["works_on", "tier", "dialect", "permission"];
const FEW = 5;

/** What the found skills have in common, to choose from. */
export function FacetList({ counts, chosen, onChange }: FacetListProps) {
  const say = useTexts();
  // Only small screens fold the list away.
  const [isOpen, setIsOpen] = useState(false);
  const count = FACETS.filter((name) => chosen[name] !== "").length;
  if (count === 0 && FACETS.every((name) => byCount(countsOf(counts, name)).length === 0))
    return null;
  return (
    <aside aria-label={say("library.filters")}>
      <Button
        className="registry-fold"
        size="small"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {count === 0 ? say("library.filters") : say("library.filters2", { count })}
      </Button>
      <div className={isOpen ? "registry-facets registry-open" : "registry-facets"}>
        {ORDER.map((name) => (
          <Facet
            key={name}
            name={name}
            counts={countsOf(counts, name)}
            chosen={chosen[name].split(",").filter((value) => value !== "")}
            onChange={(values) => onChange(name, values.join(","))}
          />
        ))}
      </div>
    </aside>
  );
}

interface FacetProps {
  readonly name: FacetName;
  readonly counts: { readonly [value: string]: number };
  readonly chosen: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

function Facet({ name, counts, chosen, onChange }: FacetProps) {
  const say = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const titleOf = useSystemTitles();
  const found = byCount(counts);
  // Agents stand in the order in which people use them, so that the first few are known ones.
  const sorted = name === "works_on" ? sortByUse(found, titleOf) : found;
  const values = [...new Set([...chosen, ...sorted])];
  const sentences = useSentences(name === "permission" ? values : []);
  if (values.length === 0) return null;
  const toggle = (value: string): void => {
    if (chosen.includes(value)) onChange(chosen.filter((other) => other !== value));
    else onChange(MANY.has(name) ? [...chosen, value] : [value]);
  };
  const shown = isOpen ? values : values.slice(0, Math.max(FEW, chosen.length));
  return (
    <fieldset className="registry-facet">
      <legend>{say(TITLES[name])}</legend>
      {shown.map((value) => (
        <button
          key={value}
          type="button"
          className="registry-value"
          aria-pressed={chosen.includes(value)}
          title={sentences.get(value) ?? value}
          onClick={() => toggle(value)}
        >
          <span className="registry-box" aria-hidden="true">
            {chosen.includes(value) ? <Icon name="check" /> : null}
          </span>
          <span className="clip grow">
            <Message text={sentences.get(value) ?? titleOf(value)} />
          </span>
          <span className="registry-count">{counts[value] ?? 0}</span>
        </button>
      ))}
      {values.length > FEW ? (
        <Button look="quiet" size="small" onClick={() => setIsOpen(!isOpen)}>
          {isOpen
            ? say("library.fewer")
            : say("home.more", { count: values.length - shown.length })}
        </Button>
      ) : null}
    </fieldset>
  );
}

/** Permissions as sentences; those that no system knows stay as they are written. */
function useSentences(permissions: readonly string[]): ReadonlyMap<string, string> {
  const engine = useEngine();
  const { data = [] } = useQuery({
    queryKey: ["engine", "permissions", permissions, "", ""],
    queryFn: () => engine.ask("sayPermissions", { permissions, tier: "", dialect: "" }),
    enabled: permissions.length > 0,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  return new Map(
    data
      .filter(({ isKnown }) => isKnown)
      .map(({ permission, sentence }) => [permission, sentence.replace(/\.$/u, "")]),
  );
}

function byCount(counts: { readonly [value: string]: number }): readonly string[] {
  return Object.entries(counts)
    .toSorted(([a, many], [b, more]) => more - many || a.localeCompare(b))
    .map(([value]) => value);
}
