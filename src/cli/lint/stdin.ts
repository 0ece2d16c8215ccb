import { createLinter } from "../../check/index.ts";
import { failure, parentOf, readInput, showPath } from "../../platform/index.ts";
import type { Context } from "../context.ts";
import type { LintRun } from "./run.ts";
import type { Settings } from "./settings.ts";
import { lookInto, rootOf } from "./source.ts";

/** Lints standard input as if it stood at `--stdin-path`. */
export function lintInput(context: Context, settings: Settings): LintRun {
  const { options } = context;
  const asked = ["fix", "fix-unsafe", "fix-dry-run"].find((name) => options.flag(name));
  if (context.arguments.length > 1 || asked !== undefined)
    throw failure(
      "cli/usage",
      asked === undefined
        ? "Unexpected further paths beside `-`, expected standard input alone."
        : `Unexpected \`--${asked}\` with standard input, expected a file to write to.`,
      { hint: "Name the files instead of `-`." },
    );
  const text = readInput();
  const place = options.text("stdin-path");
  const path = showPath(place ?? "SKILL.md");
  const linter = createLinter(settings);
  const result = linter.lintFile({
    path,
    text,
    root: rootOf(path),
    // Without a place there are no neighbours to look for.
    ...(place === undefined ? {} : { files: lookInto(parentOf(place)) }),
  });
  const content = new TextDecoder("utf-8", { ignoreBOM: true }).decode(text);
  const file = { shown: path, path: place ?? path };
  return {
    report: linter.finish([result]),
    files: [file],
    skipped: [],
    texts: new Map([[path, content]]),
  };
}
