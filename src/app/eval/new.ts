import { type Operation, operation } from "../operation.ts";

export const evalNew: Operation = operation({
  title: "Draft evaluations",
  details:
    "Writes `evals/triggers.json` and `evals/evals.json` beside the skill, made of its description and its numbered " +
    "steps, without a model; requests for the skills beside it that are most like it are near misses. Replace the requests by the words of your users. Never overwrites a file.",
  examples: ["skillwright eval new skills/release-notes"],
  input: {
    skill: {
      kind: "skill",
      required: true,
      positional: true,
      doc: "Skill folder, SKILL.md file, or `-` for standard input.",
    },
  },
  output: async () => (await import("./shapes.ts")).evalDraftShape,
  effects: "writes",
  needs: [],
  expose: { http: "POST /evals/draft", mcp: "draft_evals" },
  run: async (context, { skill }) => {
    const { draftEvals } = await import("./drafting.ts");
    return draftEvals(context, skill);
  },
  text: async () => ({
    render: ({ folder, files }) =>
      files
        .map(({ path, text }) =>
          folder === undefined ? `=== ${path}\n${text}` : `${folder}/${path}\n`,
        )
        .join(""),
  }),
});
