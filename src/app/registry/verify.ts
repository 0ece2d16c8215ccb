import { type Operation, operation } from "../operation.ts";
import { ON_THIS_COMPUTER, trustField } from "./fields.ts";

export const verify: Operation = operation({
  title: "Verify who signed a skill",
  details:
    "Looks at a folder or an archive and asks no network. A skill that is not signed, or signed with a key that is not trusted, is " +
    "experimental and exits with 0; a wrong signature exits with 1. In a folder every file counts, also one that an ignore " +
    "file names.",
  examples: [
    "skillwright verify skills/letters",
    "skillwright verify letters.zip --require community",
  ],
  input: {
    path: {
      kind: "file",
      positional: true,
      placeholder: "PATH",
      doc: "Folder of a skill, or an archive.",
    },
    ...trustField,
    require: {
      kind: "choice",
      choices: ["community", "verified"],
      placeholder: "TIER",
      doc: "Exit with 1 unless a trusted key attests at least this tier.",
    },
    asPacked: { kind: "flag", doc: "Check only the files that `pack` includes." },
    trustedRoot: {
      kind: "file",
      doc: "Authorities of Sigstore to trust (default: those of `trust add`, else the public ones).",
    },
  },
  effects: "reads",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  run: async ({ computer }, input) => {
    const { verifySkill } = await import("./packages.ts");
    return await verifySkill(computer, input);
  },
  exitCode: ({ isEnough }) => (isEnough ? 0 : 1),
  text: async () => (await import("./packages.text.ts")).verifyText,
});
