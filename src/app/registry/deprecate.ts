import { type Operation, operation } from "../operation.ts";
import { connectionFields, ON_THIS_COMPUTER, registryField, skillNameField } from "./fields.ts";

export const deprecate: Operation = operation({
  title: "Deprecate a published skill",
  details:
    "Deprecates a skill, or one version with `NAME@VERSION`. Without a message, the deprecation is removed.",
  examples: [
    'skillwright deprecate letters@1.0.0 "Use 2.0.0."',
    'skillwright deprecate letters "It is slow." --successor @ada/fast-letters',
  ],
  input: {
    ...skillNameField,
    message: { kind: "text", positional: true, doc: "Message to the users of the skill." },
    successor: {
      kind: "text",
      placeholder: "NAME",
      doc: "Skill to use instead, if the whole skill is deprecated.",
    },
    ...registryField,
    ...connectionFields,
  },
  effects: "writes",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  run: async ({ computer }, input) => {
    const { deprecateSkill } = await import("./published.ts");
    return await deprecateSkill(computer, input);
  },
  text: async () => (await import("./published.text.ts")).deprecateText,
});
