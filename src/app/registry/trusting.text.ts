import type { TrustedKey } from "../../registry/sign/index.ts";
import { type TextView, toLines } from "../text.ts";
import type { TrustAnswer } from "./trusting.ts";

export const trustText: TextView<TrustAnswer> = {
  render: (answer, { displayPath }) => {
    if ("keys" in answer)
      return answer.keys.length === 0
        ? "No key is trusted, so every skill is experimental.\n"
        : toLines(answer.keys.map(keyLine));
    if ("fingerprint" in answer)
      return toLines([
        `Trusts ${answer.publisher}: what it states of a skill counts here.`,
        `  fingerprint ${answer.fingerprint}`,
      ]);
    const verb = answer.isTrusted ? "Trusts" : "No longer trusts";
    return toLines([`${verb} ${keyLine(answer.key)} (${displayPath(answer.file)})`]);
  },
  notes: (answer) =>
    "namesake" in answer && answer.namesake !== undefined
      ? toLines([`It counts as the same publisher as ${answer.namesake.keyId}, whose name it has.`])
      : "",
};

function keyLine({ keyId, role, publisher }: TrustedKey): string {
  return `${keyId}  ${role.padEnd(9)}  ${publisher}`.trimEnd();
}
