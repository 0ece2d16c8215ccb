import type { AddAnswer } from "./adding.ts";
import { explainRefusal, riskLines, scanLines } from "./applied.text.ts";
import { count, type TextView, toLines } from "../text.ts";

export const addText: TextView<AddAnswer> = {
  render: (added, { displayPath }) => {
    const { name, path, originFile, origin, entry, risks, files, hasReplaced, isDryRun } = added;
    const verb = isDryRun ? "Would install" : hasReplaced ? "Replaced" : "Installed";
    return toLines([
      `${verb} \`${name}\` (${count(files.length, "file")}, verified) in ${displayPath(path)}`,
      `  from ${origin.server}`,
      ...(isDryRun ? [] : [`  kept in ${displayPath(originFile)}`]),
      `  counts as ${entry.enforcedTier}, ${signatureWords(added)}`,
      ...riskLines(risks, ["Holds files that can be run", risks.executables]),
      ...scanLines(added.scan),
    ]);
  },
  failed: explainRefusal,
};

function signatureWords({ entry: { signature, attestedTier } }: AddAnswer): string {
  if (signature["signed"] !== true) return "not signed";
  return attestedTier === "experimental"
    ? "unsigned, or signed with a key you do not trust"
    : "signed by a trusted key";
}
