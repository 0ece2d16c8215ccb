import { oneLine } from "../../skill/index.ts";
import type { TextView } from "../text.ts";
import type { CalledTool } from "./tool-calls.ts";

export const toolCallText: TextView<CalledTool> = {
  // Standard output gets the result alone, so that a program can read it.
  render: (called) => {
    if (!called.ok) return "";
    const { result } = called;
    return `${typeof result === "string" ? result : JSON.stringify(result, undefined, 2)}\n`;
  },
  changes: (called, { style }) => {
    const printed =
      "stderr" in called && called.stderr !== undefined
        ? style("dim", called.stderr.replace(/\n?$/u, "\n"))
        : "";
    if (called.ok) return printed;
    const { code, message, hint } = called.error;
    const trace = "trace" in called.error ? (called.error.trace?.trimEnd() ?? "") : "";
    return [
      `${printed}${style("red", "error")}: ${oneLine(message)} ${style("dim", code)}`,
      ...(trace === "" ? [] : [trace]),
      ...(hint === undefined ? [] : [`  ${style("dim", oneLine(hint))}`]),
      "",
    ].join("\n");
  },
};
