import { type Operation, operation } from "../operation.ts";
import { connectionFields, ON_THIS_COMPUTER, registryField, skillNameField } from "./fields.ts";

export const yank: Operation = operation({
  title: "Yank a published version",
  details:
    "It is not offered any more, and no range leads to it; who has it in a lock still gets it. `--undo` brings it back.",
  examples: ["skillwright yank letters@1.0.1"],
  input: {
    name: { ...skillNameField.name, doc: "`NAME@VERSION`." },
    undo: { kind: "flag", doc: "Undo the yank." },
    reason: { kind: "text", doc: "Reason, for the log." },
    ...registryField,
    ...connectionFields,
  },
  effects: "writes",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  run: async ({ computer }, input) => {
    const { yankVersion } = await import("./published.ts");
    return await yankVersion(computer, input);
  },
  text: async () => (await import("./published.text.ts")).yankText,
});
