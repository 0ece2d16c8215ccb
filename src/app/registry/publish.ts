import { type Operation, operation } from "../operation.ts";
import {
  connectionFields,
  dryRunField,
  ON_THIS_COMPUTER,
  publishFields,
  registryField,
  skillFolderField,
} from "./fields.ts";

export const publish: Operation = operation({
  title: "Publish a skill",
  details:
    "Packs the skill of the folder as `pack` does, scans it, and hands it to the registry, which audits it anew and lists it or has a " +
    "moderator look at it. Sign it before with `skillwright sign`. A version can be published once and never changes.",
  examples: ["skillwright publish skills/letters", "skillwright publish --dry-run"],
  input: {
    ...skillFolderField,
    version: {
      kind: "text",
      placeholder: "VERSION",
      doc: "Version to publish as (default: what SKILL.md says).",
    },
    tag: {
      kind: "text",
      many: true,
      isVerbatim: true,
      placeholder: "TAG",
      doc: "Tag for the version.",
    },
    draft: { kind: "flag", doc: "Publish as a draft, visible only to you." },
    ...publishFields,
    ...dryRunField,
    ...registryField,
    ...connectionFields,
  },
  effects: "writes",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  run: async ({ computer }, input) => {
    const { publishFolder } = await import("./published.ts");
    return await publishFolder(computer, input);
  },
  text: async () => (await import("./published.text.ts")).publishText,
});
