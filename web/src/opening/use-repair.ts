import { useEngine } from "../engine/engine.ts";
import type { Repair } from "./store.ts";

/** Applies the fixes that keep the meaning of a text, as `skillwright lint --fix` does. */
export function useRepair(): Repair {
  const engine = useEngine();
  return async (text) => {
    const { fixed } = await engine.call("lint", {
      skills: [{ path: "SKILL.md", text }],
      fix: true,
    });
    return fixed?.[0]?.text ?? text;
  };
}
