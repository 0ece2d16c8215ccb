import { type Operation, operation } from "../operation.ts";
import { ON_THIS_COMPUTER, skillFolderField } from "./fields.ts";

export const sign: Operation = operation({
  title: "Sign a skill",
  details:
    "Writes `SIGNATURE.json` into the folder of the skill, in the format of GAIA. It covers the name, the version and the " +
    "digest of every file that `pack` takes. Sign again after each change.",
  examples: [
    "skillwright sign skills/letters --key work",
    "skillwright sign skills/letters --sigstore",
    "skillwright sign letters --statement | gpg -ab > letters/SIGNATURE.asc",
  ],
  input: {
    ...skillFolderField,
    key: {
      kind: "text",
      placeholder: "KEY",
      doc: "Name of a key or its file (default: `publisher`).",
    },
    publisher: {
      kind: "text",
      placeholder: "NAME",
      doc: "Who signs, to be shown; the key alone decides.",
    },
    sigstore: {
      kind: "flag",
      doc: "Sign with Sigstore, by the identity of `SIGSTORE_ID_TOKEN` or of a build service.",
    },
    fulcio: {
      kind: "text",
      placeholder: "URL",
      doc: "Authority of Sigstore (default: the public one).",
    },
    rekor: {
      kind: "text",
      placeholder: "URL",
      doc: "Log of Sigstore (default: the public one).",
    },
    statement: {
      kind: "flag",
      doc: "Print what GPG has to sign for a `SIGNATURE.asc`, and sign nothing.",
    },
  },
  effects: "writes",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  run: async ({ computer }, input) => {
    const { signFolder } = await import("./packages.ts");
    return await signFolder(computer, input);
  },
  text: async () => (await import("./packages.text.ts")).signText,
});
