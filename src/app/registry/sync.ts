import { type Operation, operation } from "../operation.ts";
import {
  connectionFields,
  dryRunField,
  ON_THIS_COMPUTER,
  publishFields,
  registryField,
} from "./fields.ts";

export const sync: Operation = operation({
  title: "Publish new and changed skills",
  details:
    "Compares the skills of folders with what the registry has of yours, by their content. Skills that give no version get the next one.",
  examples: ["skillwright sync --all --dry-run"],
  input: {
    names: {
      kind: "text",
      many: true,
      positional: true,
      placeholder: "NAME",
      doc: "Skill to publish, by its name.",
    },
    all: { kind: "flag", doc: "Publish every skill of the folders." },
    root: { kind: "folder", many: true, doc: "Folder of your skills (default: `skills`)." },
    bump: {
      kind: "choice",
      choices: ["patch", "minor", "major"],
      placeholder: "PART",
      doc: "Part of the version that grows (default: `patch`).",
    },
    ...publishFields,
    ...dryRunField,
    ...registryField,
    ...connectionFields,
  },
  effects: "writes",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  run: async (context, input) => {
    const { syncFolders } = await import("./published.ts");
    return await syncFolders(context, input);
  },
  exitCode: ({ skills }) => (skills.some(({ done }) => done === "failed") ? 1 : 0),
  text: async () => (await import("./published.text.ts")).syncText,
});
