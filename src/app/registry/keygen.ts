import { type Operation, operation } from "../operation.ts";
import { ON_THIS_COMPUTER } from "./fields.ts";

export const keygen: Operation = operation({
  title: "Create a signing key",
  details:
    "Writes an Ed25519 key into `~/.skillwright/keys`: the `.key` file for you alone, the `.pub` file to give to others.",
  examples: ["skillwright keygen --name work"],
  input: {
    name: { kind: "text", placeholder: "NAME", doc: "Name of the key (default: `publisher`)." },
    force: { kind: "flag", doc: "Replace a key of that name, which is then lost." },
  },
  effects: "writes",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  run: async ({ computer }, input) => {
    const { makeKey } = await import("./packages.ts");
    return makeKey(computer, input);
  },
  text: async () => (await import("./packages.text.ts")).keygenText,
});
