import { type Operation, operation } from "../operation.ts";
import { ON_THIS_COMPUTER, plainTextField, trustField } from "./fields.ts";

export const trust: Operation = operation({
  title: "Manage trusted keys",
  details:
    "`trust add KEY` takes a public key or its file, `trust list` shows the keys, `trust remove ID` forgets one. The role " +
    "`publisher` attests the tier community; `amd`, as GAIA calls who audits skills, attests verified. `trust add --registry URL` pins " +
    "the root of a registry, whose signed statements then give tiers and spare scans; with a fingerprint in place of KEY it has to be that one.",
  examples: ["skillwright trust add acme.pub --publisher Acme", "skillwright trust list"],
  input: {
    verb: {
      kind: "choice",
      choices: ["add", "list", "remove"],
      positional: true,
      placeholder: "VERB",
      doc: "What to do (default: `list`).",
    },
    key: {
      kind: "text",
      positional: true,
      doc: "Public key in base64 or its file to add, id of a key to remove.",
    },
    registry: { kind: "text", placeholder: "URL", doc: "Registry to trust as a whole." },
    role: {
      kind: "choice",
      choices: ["publisher", "amd"],
      placeholder: "ROLE",
      doc: "What the key stands for (default: `publisher`).",
    },
    publisher: {
      kind: "text",
      placeholder: "NAME",
      doc: "Name of the key's owner, shown in lists.",
    },
    issuer: {
      kind: "text",
      placeholder: "URL",
      doc: "Issuer of a Sigstore identity, which is given in place of the key.",
    },
    sigstoreRoot: {
      kind: "flag",
      doc: "KEY is a file with the authorities of Sigstore, in place of the public ones.",
    },
    ...trustField,
    ...plainTextField,
  },
  effects: "writes",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  run: async ({ computer }, input) => {
    const { manageTrust } = await import("./trusting.ts");
    return await manageTrust(computer, input);
  },
  text: async () => (await import("./trusting.text.ts")).trustText,
});
