/** What the rules for all models say of one of them, and how they are changed for it. */
import type { Providers } from "./data.ts";

export type Rules = Providers["rules"];

/** When it is asked: 0 is first, then come those that take its place; undefined: where somebody chooses it. */
export function turnOf(rules: Rules, usual: string | undefined, id: string): number | undefined {
  if (id === usual) return 0;
  const at = rules.fallback.filter((one) => one !== usual).indexOf(id);
  return at === -1 ? undefined : at + 1;
}

export function changeTurn(
  rules: Rules,
  usual: string | undefined,
  id: string,
  to: "first" | "last" | "none",
): Rules {
  const others = rules.fallback.filter((one) => one !== id);
  if (to === "none") return { ...rules, fallback: others };
  if (to === "last") return { ...rules, fallback: [...others, id] };
  // What was first is asked next.
  const next = usual === undefined ? others : [usual, ...others.filter((one) => one !== usual)];
  return { ...rules, default: id, fallback: next };
}

/** Whether users who are no administrators may use it; `*` stands for anything at the end. */
export function isAllowed({ allow }: Rules, id: string): boolean {
  return (
    allow.length === 0 ||
    allow.some((pattern) =>
      pattern.endsWith("*") ? id.startsWith(pattern.slice(0, -1)) : id === pattern,
    )
  );
}

/** An empty list allows all, those that are added later as well. */
export function setAllowed(
  rules: Rules,
  ids: readonly string[],
  id: string,
  isGiven: boolean,
): Rules {
  const allowed = ids.filter((one) => (one === id ? isGiven : isAllowed(rules, one)));
  if (allowed.length === ids.length) return { ...rules, allow: [] };
  // None of those that there are: a rule has to say so.
  return { ...rules, allow: allowed.length === 0 ? ["nothing:*"] : allowed };
}

/** The rules once a provider has another name, or none any more. */
export function renameIn(rules: Rules, from: string, to: string | undefined): Rules {
  const rename = (id: string): readonly string[] => {
    if (!id.startsWith(`${from}:`)) return [id];
    return to === undefined ? [] : [`${to}${id.slice(from.length)}`];
  };
  const { default: usual, ...rest } = rules;
  const [next] = usual === undefined ? [] : rename(usual);
  return {
    ...rest,
    ...(next === undefined ? {} : { default: next }),
    fallback: rules.fallback.flatMap(rename),
    allow: rules.allow.flatMap(rename),
  };
}
