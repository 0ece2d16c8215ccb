import { evalFormats, buildExample } from "../../check/eval/index.ts";
import { type Operation, operation } from "../operation.ts";
import type { TextView } from "../text.ts";
import type { FormatList } from "./format-list.ts";

const formatsText: TextView<FormatList> = {
  render: ({ formats }, { style }) => {
    const width = Math.max(...formats.map(({ id }) => id.length));
    return formats
      .map(({ id, title, file, example }) => {
        const head = `${style("bold", id.padEnd(width))}  ${title}: ${file}\n`;
        return head + (example ?? []).map(({ path, text }) => `\n=== ${path}\n${text}`).join("");
      })
      .join("");
  },
};

export const evalFormatList: Operation = operation({
  title: "List formats of evaluations",
  details: "With an id it shows an example of that format.",
  examples: ["skillwright eval formats", "skillwright eval formats waza"],
  input: {
    id: { kind: "text", positional: true, doc: "Format to show an example of." },
  },
  output: async () => (await import("./shapes.ts")).formatListShape,
  effects: "pure",
  needs: [],
  expose: { http: "POST /evals/formats", mcp: "list_eval_formats" },
  run: async (_context, { id }): Promise<FormatList> => {
    const { requireFormat } = await import("./suites.ts");
    requireFormat(id);
    const chosen = evalFormats.filter((format) => id === undefined || format.id === id);
    return {
      formats: chosen.map((format) => ({
        id: format.id,
        title: format.title,
        file: format.file,
        ...(id === undefined ? {} : { example: buildExample(format) }),
      })),
    };
  },
  text: async () => formatsText,
});
