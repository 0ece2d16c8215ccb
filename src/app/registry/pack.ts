import { type Operation, operation } from "../operation.ts";
import { ON_THIS_COMPUTER, skillFolderField } from "./fields.ts";

export const pack: Operation = operation({
  title: "Pack a skill",
  details:
    "The same content gives the same bytes on every machine. Files that may be run stay so. Junk of tools and what " +
    "`.gitignore`, `.clawhubignore` and `.skillignore` name is left out; a link, or names that are one name on some " +
    "systems, are refused, and so is a signature that no longer fits. `--verbose` lists the files with their digests.",
  examples: ["skillwright pack skills/letters -o dist/letters.zip"],
  input: {
    ...skillFolderField,
    output: {
      kind: "file",
      short: "o",
      doc: "Archive to write (default: `NAME-VERSION.zip` in the working directory, or beside the skill if that is the skill).",
    },
  },
  effects: "writes",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  run: async ({ computer }, input) => {
    const { packFolder } = await import("./packages.ts");
    return await packFolder(computer, input);
  },
  text: async () => (await import("./packages.text.ts")).packText,
});
