import { type Operation, operation } from "../operation.ts";
import { dryRunField, ON_THIS_COMPUTER, targetFields } from "./fields.ts";

export const remove: Operation = operation({
  title: "Remove installed skills",
  details:
    "Refuses to remove a skill that another one needs, or that was changed here, unless it is forced to.",
  examples: ["skillwright remove letters"],
  input: {
    names: {
      kind: "text",
      many: true,
      positional: true,
      required: true,
      placeholder: "NAME",
      doc: "Installed skill.",
    },
    ...targetFields,
    force: { kind: "flag", doc: "Remove the skill even if it is needed or was changed." },
    ...dryRunField,
  },
  effects: "writes",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  run: async ({ computer }, input) => {
    const { removeInstalled } = await import("./installed-skills.ts");
    return await removeInstalled(computer, input);
  },
  text: async () => (await import("./installed.text.ts")).removeText,
});
