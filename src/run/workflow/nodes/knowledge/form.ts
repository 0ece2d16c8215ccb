import type { NodeForm } from "../form.ts";

export const knowledgeForm: NodeForm = {
  title: "Knowledge",
  icon: "book",
  about: "Looks the input of the node up and gives the best passages.",
  output: "The best three of five passages, as `[1] …`.",
  notes: [
    "In another user's workflow it finds only what that user may read, and what the person who runs it names for the run (`knowledge_bases`, `--kb`).",
  ],
  summary: "knowledgeBaseId",
  fields: [
    {
      key: "knowledgeBaseId",
      label: "Knowledge base",
      kind: "options",
      options: "bases",
      help: "By its id or its name.",
      required: "knowledge base",
    },
  ],
};
