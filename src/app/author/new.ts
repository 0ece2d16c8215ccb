import { type Operation, operation } from "../operation.ts";

export const newSkill: Operation = operation({
  title: "Create a skill",
  details: "Creates a folder with a SKILL.md that is valid in the format. Never overwrites a file.",
  examples: ["skillwright new release-notes", "skillwright new invoices -d gaia --dir skills"],
  input: {
    name: {
      kind: "text",
      required: true,
      positional: true,
      doc: "Name of the skill and of its folder.",
    },
    dialect: {
      kind: "dialect",
      short: "d",
      doc: "Format to write. Default: the open specification.",
    },
    dir: { kind: "folder", doc: "Folder to create it in. Default: the working directory." },
    description: { kind: "text", doc: "What the skill does and when to use it." },
  },
  output: async () => (await import("../shapes.ts")).draftShape,
  effects: "writes",
  needs: [],
  expose: { http: "POST /skills/draft", mcp: "draft_skill" },
  run: async ({ files }, { name, dir = ".", ...options }) => {
    const { draftSkill } = await import("./draft.ts");
    const draft = draftSkill(name, options);
    if (files === undefined) return draft;
    return { ...draft, folder: files.writeNew(dir, name, draft.files) };
  },
  text: async () => ({
    render: ({ folder, files }) =>
      files.map(({ path, text }) => (folder === undefined ? text : `${folder}/${path}\n`)).join(""),
  }),
});
