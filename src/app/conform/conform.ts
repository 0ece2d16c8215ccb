import { type Operation, operation } from "../operation.ts";

const WHY = "Other programs are compared with the cases; a server has nothing to compare.";

export const conform: Operation = operation({
  title: "Run conformance cases",
  details:
    "Each line of the files is one case. Prints a line for every case that differs, then the counts; with `--json`, a " +
    "line for every case.",
  examples: ["skillwright conform vectors/*.jsonl"],
  input: {
    files: {
      kind: "file",
      many: true,
      positional: true,
      required: true,
      doc: "File with one JSON case a line.",
    },
  },
  effects: "reads",
  needs: [],
  expose: { not: { http: WHY, mcp: WHY, browser: WHY } },
  run: async (_context, { files }) => {
    const { runCases } = await import("./run-cases.ts");
    return runCases(files);
  },
  exitCode: (results) => (results.every(({ outcome }) => outcome === "passed") ? 0 : 1),
  text: async () => (await import("./results.text.ts")).conformText,
});
