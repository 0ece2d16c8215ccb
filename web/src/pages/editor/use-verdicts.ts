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
  readonly title: string;
  readonly tokens: number;
  readonly characters: number;
}

/** What the skill alone costs in the list that the model gets: of the first of the systems that would list it. */
export function usePromptCost(
  asked: readonly { readonly id: string; readonly title: string }[],
  name: string | undefined,
  description: string | undefined,
): PromptCost | undefined {
  const engine = useEngine();
  const called = name ?? "";
  const ids = asked.map(({ id }) => id).join(" ");
  return useLater(async () => {
    const skill = { name: called, description: description ?? "", location: `${called}/SKILL.md` };
    for (const { id, title } of asked) {
      const { skills } = await engine.ask("writeList", {
        dialect: id,
        skills: [skill],
        limits: {},
      });
      const { tokens = 0, characters = 0 } = skills[0] ?? {};
      if (characters > 0) return { title, tokens, characters };
    }
    return { title: "", tokens: 0, characters: 0 };
  }, [ids, called, description ?? ""]);
}
