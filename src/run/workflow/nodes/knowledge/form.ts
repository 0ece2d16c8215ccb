import type { NodeForm } from "../form.ts";

export const knowledgeForm: NodeForm = {
  title: "Knowledge",
  icon: "book",
  about: "Looks the input of the node up and gives the best passages.",
  output: "The best three of five passages, as `[1] …`.",
  notes: [
    "In a workflow of somebody else it finds only what its owner may read too, and what whoever runs it has named for this run (`knowledge_bases`, `--kb`).",
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
