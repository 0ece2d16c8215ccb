import type { Wall } from "../../platform/sandbox/index.ts";
import type { TextView } from "../text.ts";

const STYLES = { there: "green", weaker: "yellow", missing: "red" } as const;

export const sandboxText: TextView<{
  readonly isUsable: boolean;
  readonly parts: readonly Wall[];
}> = {
  render: ({ isUsable, parts }, { style }) => {
    const lines = parts.map(({ name, state, says, remedy }) => {
      const what = remedy === undefined ? "" : `\n                      ${style("dim", remedy)}`;
      return `${style(STYLES[state], state.padEnd(7))} ${name.padEnd(12)}  ${says}${what}`;
    });
    const summary = isUsable
      ? "Tools of skills can run here, in the sandbox."
      : "Tools of skills are refused here: nothing could hold them back.";
    return `${[...lines, style("bold", summary)].join("\n")}\n`;
  },
};
