import { type Dialect, dialects, getKey, isObject } from "../../../skill/index.ts";
import { renameKey } from "../edits.ts";
import type { FileRule } from "../rule.ts";
import { listCodes } from "../text.ts";
import { listFamily } from "../vocabulary.ts";

/** Requirements in a namespace that is not read gate nothing: the skill is offered everywhere. */
export const namespaceUnread: FileRule = {
  code: "lint/namespace-unread",
  title: "`metadata` uses a namespace that the system reads.",
  severity: "warning",
  fixable: "unsafe",
  appliesTo: (dialect) => dialect.namespaces.length > 0,
  scope: "file",
  check: ({ document, dialect, reading, report }) => {
    const metadata = getKey(reading.view, "metadata");
    if (!isObject(metadata) || reading.namespace !== undefined) return;
    const read = dialect.namespaces;
    const first = read[0] as string;
    for (const [key, value] of Object.entries(metadata)) {
      if (!isObject(value) || read.includes(key) || !isNamespace(key, dialect)) continue;
      const path = ["metadata", key];
      // A block of another system has other fields; only the kin of this one can take its name.
      const isKin = dialect.ignoredNamespaces?.includes(key) === true;
      const isFree = isKin && getKey(metadata, first) === undefined;
      const edits = isFree ? renameKey(document, path, first) : undefined;
      const title = `Rename the namespace to \`${first}\``;
      const reader = listFamily(dialect).find((other) => other.namespaces.includes(key));
      report({
        message: `The namespace \`${key}\` under \`metadata\` is not read; write ${listCodes(read)}.`,
        hint: `${dialect.title} does not read it, so what it asks for is not checked.${reader === undefined ? "" : ` ${reader.title} still reads it.`}`,
        path,
        at: "key",
        ...(isKin && reader === undefined ? {} : { severity: "info" }),
        ...(edits === undefined ? {} : { fix: { title, safety: "unsafe", edits } }),
      });
      return;
    }
  },
};

/** A name that some system reads, or that people take for one. */
function isNamespace(key: string, dialect: Dialect): boolean {
  return [dialect, ...dialects].some(
    (other) => other.namespaces.includes(key) || other.ignoredNamespaces?.includes(key) === true,
  );
}
