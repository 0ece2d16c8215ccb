import { type NodeForm, TEMPLATE_HELP } from "../form.ts";

export const llmForm: NodeForm = {
  title: "Model",
  icon: "chat",
  about: "Asks a language model, with the input of the node as the message.",
  output: "The answer of the model to the input of the node.",
  notes: [
    "With a `skillName` the body of that skill takes the place of `systemPrompt`, and the skill's temperature that of its own. Both prompts are templates of the workflow: `{{input}}` there is the input of the run, not an input of the skill.",
  ],
  summary: "systemPrompt",
  fields: [
    {
      key: "systemPrompt",
      label: "System prompt",
      kind: "area",
      names: "template",
      help: TEMPLATE_HELP,
      preset: "You are a helpful assistant.",
    },
    {
      key: "skillName",
      label: "Skill in place of the prompt",
      kind: "options",
      options: "skills",
    },
    { key: "model", label: "Model", kind: "options", options: "models" },
    {
      key: "temperature",
      label: "Temperature",
      kind: "number",
      preset: 0.7,
      range: { min: 0, max: 2, step: 0.1 },
    },
    {
      key: "outputSchema",
      label: "Schema of the answer",
      kind: "code",
      placeholder: '{"type": "object", "properties": {"score": {"type": "number"}}}',
      help: "A JSON Schema. The answer is then data that fits it, or the node has failed.",
    },
    {
      key: "inheritChatHistory",
      label: "Also send what was said before in the chat",
      kind: "check",
    },
  ],
};
