import { type Operation, operation } from "../operation.ts";
import { ON_THIS_COMPUTER } from "./fields.ts";

export const unpack: Operation = operation({
  title: "Unpack an archive",
  details:
    "Takes a zip, tar or tar.gz with exactly one skill. Paths that lead out, links, bombs, names that come twice or are " +
    "one on some systems, headers that disagree and a wrong signature are refused with exit code 1, and nothing is written.",
  examples: ["skillwright unpack letters-1.0.0.zip --to skills"],
  input: {
    archive: {
      kind: "file",
      positional: true,
      required: true,
      doc: "Archive to unpack.",
    },
    to: {
      kind: "folder",
      doc: "Folder of skills to unpack into (default: the working directory).",
    },
    integrity: {
      kind: "text",
      placeholder: "SHA256",
      doc: "Digest that the archive must have, as `pack` printed it.",
    },
  },
  effects: "writes",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  run: async ({ computer }, input) => {
    const { unpackArchive } = await import("./packages.ts");
    return await unpackArchive(computer, input);
  },
  text: async () => (await import("./packages.text.ts")).unpackText,
});
