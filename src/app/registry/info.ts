import { type Operation, operation } from "../operation.ts";
import { connectionFields, ON_THIS_COMPUTER, registryField, skillNameField } from "./fields.ts";

export const info: Operation = operation({
  title: "Show a skill of a registry",
  details: "Shows versions, tier, permissions and audit; `NAME@VERSION` shows one version.",
  examples: ["skillwright info web-search", "skillwright info web-search@1.2.0"],
  input: {
    ...skillNameField,
    ...registryField,
    ...connectionFields,
  },
  effects: "reads",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  run: async ({ computer }, input) => {
    const { describeSkill } = await import("./published.ts");
    return await describeSkill(computer, input);
  },
  text: async () => (await import("./published.text.ts")).infoText,
});
