import type { CallFact, Command, FileWrite } from "../code/index.ts";
import { kindOfPath } from "../code/paths.ts";
import { codeOf, inSameFile, tell } from "../code/telling.ts";
import type { ScanRule } from "../rule.ts";
import { oneOf } from "../text/one-of.ts";

const REMOVES = oneOf([
  /^(?:rm|unlink|shred|srm|wipe|del|erase|remove-item|sdelete|truncate|mv|rename-item|os\.(?:rename|replace)|fs\.rename(?:Sync)?|pathlib\.Path\(\)\.(?:rename|replace))$/i,
  /^(?:os\.(?:remove|unlink|truncate)|fs\.(?:rm|unlink|truncate)(?:Sync)?|pathlib\.Path\(\)\.unlink|File\.(?:delete|unlink)|unlink)$/i,
]);
/** Said of files, and asked for them. */
const LOCKED =
  /\bfiles?\s+(?:have|has|are|were|was|got)\s+(?:all |now |been ){0,3}(?:encrypted|locked)\b/i;
const UNLOCKED = /\b(?:decrypt|recover|restore|unlock)\w{0,8}\b/i;
const PAID = /\b(?:bitcoins?|btc|monero|xmr|ethereum|usdt|ransom|payment)\b/i;

/** Files that are made unreadable and then taken away belong to whoever has the key. */
export const codeFilesLocked: ScanRule = {
  code: "scan/code-files-locked",
  title: "Code does not encrypt the files of the user and take the originals away.",
  severity: "critical",
  category: "destruction",
  hint: "Do not run it. A backup keeps the originals until the user removes them.",
  check(context) {
    const { calls, commands, writes } = codeOf(context);
    const removals: readonly (Command | CallFact)[] = [...commands, ...calls].filter(
      (fact) => REMOVES.test(fact.tool) && (isOfUser(fact) || fact.words.some(isPersonal)),
    );
    for (const call of calls) {
      if (call.tool !== "encrypt" || !isOfUser(call)) continue;
      const isGone =
        inSameFile(removals, call.place).length > 0 ||
        inSameFile(calls, call.place).some(
          (other) => other.tool === "overwrite" && isOfUser(other),
        ) ||
        isOverwritten(inSameFile(writes, call.place));
      tell(context, call, {
        severity: isGone ? "critical" : "medium",
        sources: call.sources,
        message: `\`${call.words[0] ?? "code"}\` encrypts files of the user${isGone ? ", and the originals are removed" : ""}.`,
      });
    }
    for (const write of writes) {
      if (write.text === undefined || !isNote(write.text)) continue;
      tell(context, write, {
        severity: "critical",
        evidence: write.text.slice(0, 300),
        message: `The code writes \`${write.path}\`, a note that demands payment for files.`,
      });
    }
  },
};

function isNote(text: string): boolean {
  return (LOCKED.test(text) || UNLOCKED.test(text)) && PAID.test(text) && /\bfiles?\b/i.test(text);
}

function isPersonal(path: string): boolean {
  return kindOfPath(path) === "personal-files";
}

function isOfUser({ sources }: Pick<CallFact, "sources">): boolean {
  return sources.some(({ kind }) => kind === "personal-files");
}

/** What was encrypted is written back to the very file it was read from. */
function isOverwritten(writes: readonly FileWrite[]): boolean {
  return writes.some(
    ({ path, sources }) =>
      /^[…/]*$/.test(path) &&
      sources.some(({ kind, isEncoded }) => kind === "personal-files" && isEncoded === true),
  );
}
