import { count, type TextView } from "../text.ts";
import { oneLine } from "../../skill/index.ts";
import { type Operation, operation } from "../operation.ts";
import type { EvalConversion } from "./conversion.ts";
import { suitesField } from "./suites-field.ts";

const conversionText: TextView<EvalConversion> = {
  isDocument: true,
  render: ({ files, folder }) =>
    files
      .map(({ path, text }) => {
        if (folder !== undefined) return `${folder === "." ? "" : `${folder}/`}${path}\n`;
        return files.length === 1 ? text : `=== ${path}\n${text}`;
      })
      .join(""),
  notes: ({ losses, cases, to }, screen) => {
    const kept = losses.filter(({ outcome }) => outcome === "preserved").length;
    const lost = losses.length - kept;
    const lines = losses.map(({ case: id, outcome, message }) => {
      const word = screen.style(outcome === "lost" ? "red" : "yellow", outcome);
      return `${word} ${id === undefined ? "suite" : oneLine(id)}: ${message}\n`;
    });
    return `${lines.join("")}${count(cases, "case")} as ${to}: ${count(lost, "value")} lost, ${kept} preserved\n`;
  },
};

export const evalConvert: Operation = operation({
  title: "Convert evaluations",
  details:
    "Prints the files, or writes them below `--out`, and reports what has no place in the new format: such values are " +
    "preserved under `x-skillwright`, which only Skillwright reads, or lost. Never overwrites a file.",
  examples: [
    "skillwright eval convert evals/evals.json --to waza --out .",
    "skillwright eval convert skills/pdf-tools --to promptfoo",
  ],
  input: {
    ...suitesField,
    to: {
      kind: "text",
      required: true,
      placeholder: "ID",
      doc: "Format to write; `eval formats` lists them.",
    },
    from: { kind: "text", placeholder: "ID", doc: "Format to read. Default: detected." },
    out: { kind: "folder", doc: "Folder of the skill to write into. Default: print." },
  },
  output: async () => (await import("./shapes.ts")).conversionShape,
  effects: "writes",
  needs: [],
  expose: { http: "POST /evals/convert", mcp: "convert_evals" },
  run: async (context, input) => {
    const { convertSuites } = await import("./conversion.ts");
    return convertSuites(context, input);
  },
  text: async () => conversionText,
});
