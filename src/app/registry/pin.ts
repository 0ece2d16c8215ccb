import { type Operation, operation } from "../operation.ts";
import { installedNameField, ON_THIS_COMPUTER, targetFields } from "./fields.ts";

export const pin: Operation = operation({
  title: "Pin an installed skill",
  details: "`update` skips the skill until `skillwright unpin`.",
  examples: ['skillwright pin letters --reason "2.0 needs another model"'],
  input: {
    ...installedNameField,
    ...targetFields,
    reason: { kind: "text", doc: "Reason, shown in lists." },
  },
  effects: "writes",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  run: async ({ computer }, { reason = "", ...input }) => {
    const { pinInstalled } = await import("./installed-skills.ts");
    return await pinInstalled(computer, input, reason);
  },
  text: async () => (await import("./installed.text.ts")).pinText,
});

export const unpin: Operation = operation({
  title: "Unpin a skill",
  details: "Undoes `skillwright pin`.",
  examples: ["skillwright unpin letters"],
  input: { ...installedNameField, ...targetFields },
  effects: "writes",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  run: async ({ computer }, input) => {
    const { pinInstalled } = await import("./installed-skills.ts");
    return await pinInstalled(computer, input, undefined);
  },
  text: async () => (await import("./installed.text.ts")).pinText,
});
