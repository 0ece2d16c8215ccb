import { type Operation, operation } from "../operation.ts";
import { skillsField } from "../check/skills-field.ts";

export const evalCollisions: Operation = operation({
  title: "Find collisions",
  details:
    "Finds skills that fight for the same request, without asking a language model: where a sentence of one description " +
    "fits another skill better than its own. Names both sentences and proposes where to draw the line. Skills that name " +
    "each other in their descriptions count as told apart.",
  examples: [
    "skillwright eval collisions skills",
    "skillwright eval collisions ~/.claude/skills --all",
  ],
  input: {
    ...skillsField,
    ranker: {
      kind: "choice",
      choices: ["words", "meaning"],
      doc: "Compare words, at once, or meaning by an embedding model, which takes a while at first. Default: words.",
    },
    all: { kind: "flag", doc: "Also show pairs that overlap in a sentence or are told apart." },
    strict: { kind: "flag", doc: "Exit with 1 when there are collisions." },
  },
  output: async () => (await import("./shapes.ts")).collisionsShape,
  effects: "reads",
  needs: [],
  expose: { http: "POST /evals/collisions", mcp: "find_collisions" },
  run: async (context, input) => {
    const { collideSkills } = await import("./colliding.ts");
    return await collideSkills(context, input);
  },
  exitCode: ({ collisions, strict }) =>
    strict && collisions.some(({ level }) => level === "collision") ? 1 : 0,
  text: async () => (await import("./colliding.text.ts")).collisionsText,
});
