import { useEffect, useState } from "react";
import { useEngine } from "../../engine/engine.ts";
import type { Checked } from "../../engine/check.ts";

const PAUSE_MS = 120;

/** What the engine finds in the text, a moment after somebody stopped typing. */
export function useCheck(
  name: string,
  text: string,
  dialect: string,
  files: readonly string[] | undefined,
): Checked | undefined {
  const engine = useEngine();
  const [checked, setChecked] = useState<Checked>();
  const known = files?.join("\n");
  useEffect(() => {
    let isLeft = false;
    const timer = setTimeout(() => {
      const source = {
        path: `${name}/SKILL.md`,
        text,
        ...(dialect === "" ? {} : { dialect }),
        ...(known === undefined ? {} : { files: known.split("\n") }),
      };
      const check = async (): Promise<void> => {
        const answer = await engine.ask("checkSource", source);
        if (!isLeft) setChecked(answer);
      };
      void check();
    }, PAUSE_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [engine, name, text, dialect, known]);
  return checked;
}
