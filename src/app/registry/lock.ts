import { type Operation, operation } from "../operation.ts";
import { ON_THIS_COMPUTER, trustField } from "./fields.ts";

export const lock: Operation = operation({
  title: "Write or check a lock file",
  details:
    "Writes `skill-lock.json` into the folder: the version, digests, signature, claimed and enforced tier and permissions of " +
    "each skill. `--check` writes nothing and exits with 1 where a skill differs from it in version, tier or content, is " +
    "missing, or was never recorded. A changed skill that a signature had raised is recorded anew only with `--force`.",
  examples: ["skillwright lock --check", "skillwright lock ~/.claude/skills"],
  input: {
    folder: { kind: "folder", positional: true, doc: "Folder of skills (default: `skills`)." },
    check: { kind: "flag", doc: "Compare, and write nothing." },
    force: { kind: "flag", doc: "Also record skills that lost their signature." },
    ...trustField,
  },
  effects: "writes",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  run: async ({ computer }, input) => {
    const { lockFolder } = await import("./installed-skills.ts");
    return await lockFolder(computer, input);
  },
  exitCode: (answer) =>
    ("drifts" in answer ? answer.drifts : answer.refused).length === 0 ? 0 : 1,
  text: async () => (await import("./installed.text.ts")).lockText,
});
