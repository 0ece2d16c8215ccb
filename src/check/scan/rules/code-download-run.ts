import type { Execution, Source } from "../code/index.ts";
import { isFetched, trustOf } from "../code/judging.ts";
import type { Trust } from "../code/judging.ts";
import { hostOf } from "../code/addresses.ts";
import { surfacesOf } from "../code/surface.ts";
import { codeOf, tell } from "../code/telling.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";

export const codeDownloadRun: ScanRule = {
  code: "scan/code-download-run",
  title: "Code runs no program that it has just fetched.",
  severity: "high",
  category: "execution",
  hint: "What lies at the address can change after the review. Let the skill bring the program along, or pin its digest.",
  check(context) {
    for (const run of codeOf(context).executions) {
      if (run.kind !== "shell" && run.kind !== "file") continue;
      const source = run.sources.find(isFetched);
      if (source === undefined || isPlainExample(run)) continue;
      // A line of which only a part was fetched is no program, except where it is the first word.
      if (run.kind === "shell" && isArgument(run)) continue;
      const host = hostOf(source.name);
      tell(context, run, {
        severity: gravityOf(trustOf(source.name, host), run, GIST.test(host ?? "")),
        sources: [source],
        message: `The code runs what it downloaded from ${shown(source)}.`,
      });
    }
    const told = new Set(
      context.findings.filter(({ code }) => code === this.code).map(({ file }) => file),
    );
    for (const { file, run } of context.ask(surfacesOf)) {
      if (run === undefined || told.has(file)) continue;
      const place = { file, span: run.span, origin: "file", language: "other" } as const;
      tell(
        context,
        { place, decoding: [] },
        {
          severity: "high",
          confidence: "medium",
          message: `The code runs what it downloaded from \`${run.host}\`.`,
        },
      );
    }
  },
};

/** Lines of shells in a text are judged by the rules on instructions, which know what stands around them. */
function isPlainExample({ place, decoding }: Execution): boolean {
  return place.origin !== "file" && place.language === "bash" && decoding.length === 0;
}

function isArgument({ text }: Execution): boolean {
  return text !== undefined && !/^\s*…|(?:[;|&]|\$\(|`|-c|eval)\s*["']?…/.test(text);
}

/** A text of whoever, which no project stands behind. */
const GIST = /^gist\./;

function gravityOf(trust: Trust, run: Execution, isGist: boolean): ScanSeverity {
  if (trust === "local") return "info";
  if (trust === "suspect" || run.decoding.length > 0) return "critical";
  if (isGist) return "high";
  if (trust === "known") return run.kind === "file" ? "low" : "medium";
  // An address that only the caller knows is one that the user has given.
  return trust === "unknown" ? "medium" : "high";
}

function shown({ name }: Source): string {
  return name === "" ? "the network" : `\`${name.slice(0, 120)}\``;
}
