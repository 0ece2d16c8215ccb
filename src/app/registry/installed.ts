import { type Operation, operation } from "../operation.ts";
import { ON_THIS_COMPUTER, targetFields, trustField } from "./fields.ts";

export const installed: Operation = operation({
  title: "List installed skills",
  details:
    "Shows version, tier and source of each skill of `skill-lock.json`. Exits with 1 where one is not what was recorded.",
  examples: ["skillwright installed --client claude-code"],
  input: { ...targetFields, ...trustField },
  effects: "reads",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  run: async ({ computer }, input) => {
    const { listInstalled } = await import("./installed-skills.ts");
    return await listInstalled(computer, input);
  },
  exitCode: ({ skills }) => (skills.every(({ drifts }) => drifts.length === 0) ? 0 : 1),
  text: async () => (await import("./installed.text.ts")).installedText,
});
