import { type Operation, operation } from "../operation.ts";
import { ON_THIS_COMPUTER, plainTextField, trustField } from "./fields.ts";

export const mirror: Operation = operation({
  title: "Keep a whole copy of a registry",
  details:
    "Copies the log of a registry and the archives of all public skills into a folder, under the paths of their addresses, so that any web server can hand them on. " +
    "Every entry and every byte is checked against the log, and the log against the copy before; run it again to bring the copy up to date. What the registry has " +
    "taken down goes from the copy. With `--witness` the checkpoint of the copy carries a second signature, which shows to others that the log tells everybody the same.",
  examples: ["skillwright registry mirror https://skills.example.org copy"],
  input: {
    url: {
      kind: "text",
      required: true,
      positional: true,
      placeholder: "URL",
      doc: "Address of the registry.",
    },
    to: {
      kind: "folder",
      required: true,
      positional: true,
      placeholder: "FOLDER",
      doc: "Folder of the copy.",
    },
    witness: {
      kind: "text",
      placeholder: "NAME",
      doc: "Sign the checkpoint too, under this name, such as `witness.example.org`.",
    },
    key: {
      kind: "file",
      doc: "With `--witness`: the private key (default: `~/.skillwright/keys/publisher.key`).",
    },
    ...trustField,
    ...plainTextField,
  },
  effects: "writes",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  run: async (context, input) => {
    const { copyRegistry } = await import("./mirroring.ts");
    return await copyRegistry(context, input);
  },
  text: async () => (await import("./mirroring.ts")).mirrorText,
});
