import { type Operation, operation } from "../operation.ts";
import { connectionFields, ON_THIS_COMPUTER, registryField } from "./fields.ts";

export const search: Operation = operation({
  title: "Search a registry",
  details:
    "Looks for the words in names, descriptions, tags and texts; the best match comes first. `--clawhub` asks a registry that speaks as " +
    "ClawHub does.",
  examples: ['skillwright search "web search" --tier community'],
  input: {
    words: {
      kind: "text",
      many: true,
      positional: true,
      required: true,
      placeholder: "WORD",
      doc: "Words to search for.",
    },
    limit: { kind: "number", doc: "Most results (default: 20)." },
    tier: {
      kind: "choice",
      choices: ["experimental", "community", "verified"],
      placeholder: "TIER",
      doc: "Only skills of this tier or above.",
    },
    speaks: { kind: "dialect", doc: "Only skills of this format." },
    clawhub: { kind: "text", placeholder: "URL", doc: "Search this site instead." },
    ...registryField,
    ...connectionFields,
  },
  effects: "reads",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  run: async ({ computer }, input) => {
    const { searchSkills } = await import("./published.ts");
    return await searchSkills(computer, input);
  },
  text: async () => (await import("./published.text.ts")).searchText,
});
