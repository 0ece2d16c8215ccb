import { type Operation, operation } from "../operation.ts";
import {
  connectionFields,
  consentFields,
  dryRunField,
  offlineFields,
  ON_THIS_COMPUTER,
  registryField,
  reviewFields,
  targetFields,
  trustField,
} from "./fields.ts";

export const install: Operation = operation({
  title: "Install skills",
  details:
    "Takes names with ranges from a registry, or sources: `clawhub:URL#NAME`, `well-known:URL#NAME`, `git:URL@REF#NAME`, `mcp:URL#NAME`, " +
    "a folder, an archive or its address. Every skill passes its gates first: integrity, signature, tier, " +
    "permissions, scan. All are put into place in one step; `skill-lock.json` records them. Where one is refused, the others are " +
    "installed, and it exits with 1. `--frozen` makes the folder exactly what the lock says, or fails.",
  examples: [
    "skillwright install web-search@^1.2.0",
    "skillwright install ./shared/skills --all --client claude-code",
    "skillwright install git:https://example.com/skills.git@v1.0.0#letters",
  ],
  input: {
    sources: {
      kind: "text",
      many: true,
      positional: true,
      placeholder: "SOURCE",
      doc: "`NAME`, `NAME@RANGE`, a path that begins with `./` or `/`, or an address.",
    },
    ...targetFields,
    link: { kind: "flag", doc: "With `--client`, install into `--to` and link to it." },
    convert: { kind: "flag", doc: "With `--client`, convert all skills to its format." },
    all: { kind: "flag", doc: "Install every skill of a source that has several." },
    frozen: { kind: "flag", doc: "Install exactly what `skill-lock.json` records." },
    force: { kind: "flag", doc: "Replace existing skills, even if they were changed." },
    ...consentFields,
    ...reviewFields,
    ...dryRunField,
    ...offlineFields,
    ...registryField,
    ...trustField,
    ...connectionFields,
  },
  effects: "writes",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  run: async (context, input) => {
    const { installSkills } = await import("./installing.ts");
    return await installSkills(context, input);
  },
  exitCode: (answer) =>
    "restored" in answer || answer.links.taken.length + answer.refused.length === 0 ? 0 : 1,
  text: async () => (await import("./applied.text.ts")).installText,
});
