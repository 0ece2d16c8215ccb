import {
  type Diagnostic,
  getKey,
  getPath,
  isObject,
  type Json,
  type Reading,
  resolveMetadata,
} from "../../skill/index.ts";
import { sessionCodes, sessionProblem } from "./diagnostics.ts";

const GATES = ["requires", "os", "always"];

/**
 * Requirements that stand in the file and that the system does not read as they are written, so that it loads the skill
 * without looking at them.
 */
export function unreadRequirements(reading: Reading, file: string): readonly Diagnostic[] {
  const { dialect, document } = reading;
  const kin = [...dialect.namespaces, ...(dialect.ignoredNamespaces ?? [])];
  if (dialect.namespaces.length === 0 || hasBlock(reading)) return [];
  const written = getKey(document.frontmatter, "metadata");
  const namespace = kin.find((name) => asksFor(getPath(written ?? null, [name])));
  if (namespace === undefined && !(typeof written === "string" && /\brequires\b/.test(written)))
    return [];
  const isKnown = namespace === undefined || dialect.namespaces.includes(namespace);
  const place = namespace === undefined ? "metadata" : `metadata.${namespace}`;
  return [
    sessionProblem(
      sessionCodes.unreadRequirements,
      `\`${place}\` asks for something that ${dialect.title} does not read, so nothing of it was checked.`,
      {
        file,
        hint: isKnown
          ? "Write `metadata` as JSON on one line, with quoted keys."
          : `Write \`${dialect.namespaces[0] ?? ""}\` instead of \`${namespace}\`.`,
      },
    ),
  ];
}

function hasBlock(reading: Reading): boolean {
  const block = reading.dialect.metadata?.(reading);
  if (block !== undefined) return block.namespace !== null;
  return resolveMetadata(reading.view, reading.dialect).namespace !== undefined;
}

function asksFor(block: Json | undefined): boolean {
  return isObject(block) && GATES.some((key) => getKey(block, key) !== undefined);
}
