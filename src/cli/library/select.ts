/** The systems that the options of a command select. */
import type { SystemSelection } from "../../app/library/selection.ts";
import { renderProblem } from "../../app/library/render-problem.ts";
import type { Screen } from "../../app/text.ts";
import type { Diagnostic } from "../../skill/model/index.ts";
import type { Context } from "../context.ts";
import { textOptions } from "../text-options.ts";
import { shortenPaths, shortPath } from "./show-path.ts";

export function toSelection({ options }: Context): SystemSelection {
  return {
    ...textOptions(options, {
      as: "as",
      client: "client",
      agent: "agent",
      config: "config",
      gateway: "gateway",
      store: "store",
      token: "token",
      tokenFile: "token-file",
    }),
    host: options.texts("host"),
    root: options.texts("root"),
    fresh: options.flag("fresh"),
    plainText: options.flag("plain-text"),
  };
}

export function toScreen(context: Context): Screen {
  const { paint, terminal, version } = context;
  return {
    version,
    style: paint,
    isTerminal: terminal.isTerminal,
    isVerbose: context.isVerbose,
    columns: terminal.columns,
    displayPath: (path) => shortPath(path, context),
    shortenPaths: (text) => shortenPaths(text, context),
    readText: () => undefined,
    codes: async () => (await import("../../app/about/codes.ts")).listAllCodes(),
  };
}

/** Shows problems beside an answer that has no place for them, each once. */
export function printWarnings(problems: readonly Diagnostic[], context: Context): void {
  const screen = { ...toScreen(context), style: context.paintError };
  const lines = problems.flatMap((problem) => renderProblem(problem, screen));
  for (const line of new Set(lines)) context.err(`${line.replace(/^ {2}/u, "")}\n`);
}
