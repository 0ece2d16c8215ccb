import { createLinter } from "../../check/index.ts";
import { failure, readInput } from "../../platform/index.ts";
import type { Context } from "../context.ts";
import { inputFile } from "../inputs.ts";
import type { LintRun } from "./run.ts";
import type { Settings } from "./settings.ts";
import { inputOf } from "./source.ts";

/** Lints standard input as if it stood at `--stdin-path`. */
export function lintInput(context: Context, settings: Settings): LintRun {
  const { options } = context;
  const asked = ["fix", "fix-unsafe", "fix-dry-run"].find((name) => options.flag(name));
  if (context.arguments.length > 1 || asked !== undefined)
    throw failure(
      "cli/usage",
      asked === undefined
        ? "Standard input (`-`) cannot be combined with other paths."
        : `\`--${asked}\` cannot be used with standard input: there is no file to write to.`,
      { hint: "Name the files instead of `-`." },
    );
  const bytes = readInput();
  const file = inputFile(options.text("stdin-path"));
  const linter = createLinter(settings);
  const result = linter.lintFile(inputOf(file, bytes));
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const texts = new Map([[file.shown, text]]);
  return { report: linter.finish([result]), files: [file], skipped: [], texts };
}
