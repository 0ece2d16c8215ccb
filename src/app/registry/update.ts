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

export const update: Operation = operation({
  title: "Update installed skills",
  details:
    "Asks the source of each skill again for what was wanted. What you changed in an installed skill is merged into its new version; where " +
    "both changed the same lines, nothing is written and both sides are shown. Pinned skills stay. Nothing goes back to an older version " +
    "unless you name it, as `NAME@1.2.3`, or allow it.",
  examples: ["skillwright update letters --dry-run", "skillwright update --all"],
  input: {
    names: {
      kind: "text",
      many: true,
      positional: true,
      placeholder: "NAME",
      doc: "Installed skill, with `@VERSION` to choose one.",
    },
    all: { kind: "flag", doc: "Update every skill, and what they need." },
    ...targetFields,
    prefer: {
      kind: "choice",
      choices: ["local", "new"],
      placeholder: "SIDE",
      doc: "Side that wins if both changed the same lines.",
    },
    force: { kind: "flag", doc: "Replace changed skills, and those that are pinned." },
    allowDowngrade: {
      kind: "flag",
      doc: "Install an older version if the source has no later one.",
    },
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
    const { updateSkills } = await import("./installing.ts");
    return await updateSkills(context, input);
  },
  exitCode: ({ report: { skipped, takenDown } }) =>
    takenDown.length > 0 || skipped.some(({ isFailure }) => isFailure === true) ? 1 : 0,
  text: async () => (await import("./applied.text.ts")).updateText,
});
