import { type Operation, operation } from "../operation.ts";
import { ON_THIS_COMPUTER, plainTextField, registryField, targetFields } from "./fields.ts";

export const audit: Operation = operation({
  title: "Audit installed skills",
  details:
    "Asks registries what became of installed skills, and lists those that were taken down, yanked, deprecated or reported, or " +
    "that are not what `skill-lock.json` records. Exits with 1 if there is one.",
  examples: ["skillwright audit", "skillwright audit --format sarif > audit.sarif"],
  input: { ...targetFields, ...registryField, ...plainTextField },
  effects: "reads",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  formats: ["pretty", "json", "sarif"],
  run: async (context, input) => {
    const { auditInstalled } = await import("./installed-skills.ts");
    return await auditInstalled(context, input);
  },
  exitCode: ({ skills }) => (skills.every(({ diagnostics }) => diagnostics.length === 0) ? 0 : 1),
  text: async () => (await import("./installed.text.ts")).auditText,
});
