import { useEffect, useState } from "react";
import type { Matrix } from "../../engine/call.ts";
import { useEngine } from "../../engine/engine.ts";
import type { Way } from "../../engine/way.ts";
import { firstHost, toHostView } from "../explain/host-form.tsx";

const PAUSE_MS = 50;

/** Something that the engine makes of the text, a moment after somebody stopped typing; the last one stays meanwhile. */
function useLater<Value>(
  ask: (() => Promise<Value>) | undefined,
  keys: readonly string[],
): Value | undefined {
  const [value, setValue] = useState<Value>();
  const key = keys.join("\0");
  useEffect(() => {
    if (ask === undefined) return undefined;
    let isLeft = false;
    const work = async (): Promise<void> => {
      const answer = await ask();
      if (!isLeft) setValue(answer);
    };
    const timer = setTimeout(() => void work(), PAUSE_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the keys say everything that the question depends on
  }, [key]);
  return value;
}

/** What every system makes of the text. */
export function useVerdicts(path: string, text: string): Matrix | undefined {
  const engine = useEngine();
  return useLater(() => engine.call("matrix", { skills: [{ path, text }] }), [path, text]);
}

/** The load path under the rules of one system, on a plain machine. */
export function useWay(path: string, text: string, dialect: string): Way | undefined {
  const engine = useEngine();
  return useLater(async () => {
    const [way] = await engine.ask("findWays", {
      skills: [{ path, text }],
      dialect,
      hosts: [toHostView(firstHost)],
      config: {},
      agent: "main",
    });
    return way;
  }, [path, text, dialect]);
}

export interface PromptCost {
  /** The system whose list it is. */
  readonly title: string;
  readonly tokens: number;
  /** Among all skills of the list, the dearest first. */
  readonly rank: number;
  readonly of: number;
  /** Characters of the list before it, of it and after it, and how many there may be. */
  readonly before: number;
  readonly own: number;
  readonly after: number;
  readonly limit: number | undefined;
  readonly state: "whole" | "shortened" | "cut";
}

interface ListedText {
  readonly name: string;
  readonly description: string;
}

/** What the skill costs in the list that the model gets, beside others: of the first of the systems that would list it. */
export function usePromptCost(
  asked: readonly { readonly id: string; readonly title: string }[],
  name: string | undefined,
  description: string | undefined,
  others: readonly ListedText[],
): PromptCost | undefined {
  const engine = useEngine();
  const called = name ?? "";
  const ids = asked.map(({ id }) => id).join(" ");
  const skills = [...others, { name: called, description: description ?? "" }]
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map((skill) => ({ ...skill, location: `${skill.name}/SKILL.md` }));
  const key = others.map((other) => `${other.name} ${other.description}`).join("\n");
  return useLater(async () => {
    for (const { id, title } of asked) {
      const limits = await engine.ask("defaultLimits", id);
      const list = await engine.ask("writeList", { dialect: id, skills, limits });
      const own = list.skills.find((skill) => skill.name === called);
      if (own === undefined || own.wanted === 0) continue;
      const at = list.skills.indexOf(own);
      const before = sum(list.skills.slice(0, at));
      return {
        title,
        tokens: own.tokens,
        rank: list.skills.filter((skill) => skill.tokens > own.tokens).length + 1,
        of: list.skills.length,
        before,
        own: own.characters,
        after: sum(list.skills.slice(at + 1)),
        limit: limits.maxLength,
        state: own.state,
      };
    }
    return undefined;
  }, [ids, called, description ?? "", key]);
}

function sum(skills: readonly { readonly characters: number }[]): number {
  return skills.reduce((all, { characters }) => all + characters, 0);
}
