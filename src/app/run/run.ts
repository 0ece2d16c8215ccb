import { type Operation, operation } from "../operation.ts";
import { attachField } from "./attachments.ts";
import { modelField, placeFields } from "../server/fields.ts";
import { agreementFields, installField } from "../tools/fields.ts";

const RUNS =
  "It runs the folder of a user with their models; servers run the skills that they store, and MCP clients are models themselves.";

export const run: Operation = operation({
  title: "Run a skill",
  details:
    "Runs a skill of a folder of this machine with the language models of the environment and of `--settings`, and " +
    "with the knowledge bases that `kb add` made here and `--kb` names; with `--server`, a skill of that server by its name. The model may call the tools that the skill brings, in the " +
    "sandbox and with what the user has agreed to. The answer goes to standard output, progress to standard " +
    "error. Exits with 1 when the run fails or is refused, and with 2 where no model is configured.",
  examples: [
    "skillwright run skills/article-summary --input article=@news.txt",
    "skillwright run skills/article-summary --input article=News --dry-run",
    "skillwright run skills/receipt --attach receipt.jpg",
    "skillwright run summary --server https://skills.example.org -i article=News",
  ],
  input: {
    skill: {
      kind: "file",
      required: true,
      positional: true,
      placeholder: "SKILL",
      doc: "Skill folder or SKILL.md file; with `--server`, the name of a skill.",
    },
    arguments: {
      kind: "text",
      many: true,
      positional: true,
      placeholder: "ARGUMENT",
      doc: "Arguments for skills that take them by position.",
    },
    input: {
      kind: "text",
      many: true,
      isVerbatim: true,
      short: "i",
      placeholder: "NAME=VALUE",
      doc: "Value of an input; `NAME=@FILE` takes it from a file, `NAME=-` from standard input.",
    },
    ...attachField,
    ...modelField,
    kb: {
      kind: "text",
      many: true,
      isVerbatim: true,
      placeholder: "NAME",
      doc: "Let the skill read this knowledge base of this machine, if it asks for it.",
    },
    dryRun: { kind: "flag", doc: "Show what would be sent to the model; send nothing." },
    server: { kind: "text", placeholder: "URL", doc: "Run it on this server instead." },
    tokenFile: placeFields.tokenFile,
    plainText: placeFields.plainText,
    settings: { kind: "file", doc: "Settings with the models, as those of `serve`." },
    data: {
      kind: "folder",
      doc: "Data folder of this machine (default: `SKILLWRIGHT_DATA`, else ~/.skillwright).",
    },
    dialect: {
      kind: "dialect",
      short: "d",
      doc: "Read the skill in this format (default: detected).",
    },
    noTools: { kind: "flag", doc: "Give the model no tools, whatever the skill brings." },
    ...agreementFields,
    ...installField,
  },
  effects: "writes",
  needs: ["computer", "server"],
  expose: { not: { http: RUNS, mcp: RUNS, browser: RUNS } },
  streams: true,
  run: async function* (context, input) {
    if (input.server !== undefined) {
      const { runThere } = await import("./run-there.ts");
      return yield* runThere(context, { ...input, server: input.server });
    }
    const { runHere } = await import("./run-here.ts");
    return yield* runHere(context, input);
  },
  exitCode: (output) => ("isFine" in output && !output.isFine ? 1 : 0),
  text: async () => {
    const { followEvents } = await import("./events.text.ts");
    return {
      isDocument: true,
      follow: followEvents,
      render: (output) => ("isFine" in output ? "" : `${JSON.stringify(output, undefined, 2)}\n`),
    };
  },
});
