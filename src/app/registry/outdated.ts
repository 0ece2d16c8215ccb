import { type Operation, operation } from "../operation.ts";
import { connectionFields, ON_THIS_COMPUTER, registryField, targetFields } from "./fields.ts";

export const outdated: Operation = operation({
  title: "List installed skills with newer versions",
  details:
    "Asks the source of every skill. Exits with 1 if there is a newer version. `--format renovate` lists the versions that each of these skills " +
    "may be updated to, as a custom manager and a custom datasource of Renovate read them.",
  examples: ["skillwright outdated", "skillwright outdated --format renovate > skill-updates.json"],
  input: { ...targetFields, ...registryField, ...connectionFields },
  effects: "reads",
  needs: ["computer"],
  formats: ["text", "json", "renovate"],
  expose: ON_THIS_COMPUTER,
  run: async ({ computer }, input) => {
    const { openFolder, targetFolder } = await import("./sources.ts");
    return await openFolder(computer, targetFolder(computer, input), input).outdated();
  },
  exitCode: ({ skills, skipped }) =>
    skills.length === 0 && skipped.every(({ isFailure }) => isFailure !== true) ? 0 : 1,
  text: async () => (await import("./installed.text.ts")).outdatedText,
});
