import { headOf } from "../../platform/index.ts";
import {
  decodeText,
  type Dialect,
  getKey,
  lazyProperties,
  readAs,
  readDocument,
  type Reading,
} from "../../skill/index.ts";

const CLOSER = /\n---[ \t]*\r?\n/;

/**
 * A reading of the beginning of a file, which has all but the instructions: these are fetched when somebody
 * asks for them, so that a library of thousands does not keep every file in memory. Undefined where
 * anything is odd, since then the rest of the file may have a say.
 */
export function readHead(
  bytes: Uint8Array,
  dialect: Dialect,
  path: string,
  bytesOf: () => Uint8Array,
): Reading | undefined {
  const { text, problems } = decodeText(headOf(bytes));
  if (problems.length > 0 || !text.startsWith("---") || !CLOSER.test(text)) return undefined;
  const document = readDocument(text, problems);
  // A system with a parser of its own says itself what is odd, and values are not read twice.
  if (dialect.parse === undefined && document.problems.length > 0) return undefined;
  const reading = readAs(dialect, document, { path });
  const description = getKey(reading.view, "description");
  // Without one, some systems take the first paragraph of the instructions.
  const isDescribed = typeof description === "string" && description.trim() !== "";
  if (reading.refusals.length > 0 || !isDescribed) return undefined;
  return withoutRest(reading, bytesOf);
}

/** A reading of a whole file, which keeps its bytes: as text, a file with one dash or emoji takes twice the memory. */
export function readWhole(
  bytes: Uint8Array,
  dialect: Dialect,
  path: string,
  bytesOf: () => Uint8Array,
): Reading {
  const { text, problems } = decodeText(bytes);
  return withoutRest(readAs(dialect, readDocument(text, problems), { path }), bytesOf);
}

/** What stands after the frontmatter is read again each time, since hardly anybody asks twice. */
function withoutRest(reading: Reading, bytesOf: () => Uint8Array): Reading {
  const { dialect, view, refusals, namespace, directory, path } = reading;
  const known = {
    dialect,
    view,
    refusals,
    ...(namespace === undefined ? {} : { namespace }),
    ...(directory === undefined ? {} : { directory }),
    ...(path === undefined ? {} : { path }),
  };
  return withWhole(known, { dialect, path, bytesOf });
}

interface Source {
  readonly dialect: Dialect;
  readonly path: string | undefined;
  readonly bytesOf: () => Uint8Array;
}

const withWhole = lazyProperties<Source, Pick<Reading, "document" | "body">>({
  document: (source) => wholeOf(source).document,
  body: (source) => wholeOf(source).body,
});

function wholeOf({ dialect, path, bytesOf }: Source): Reading {
  const { text, problems } = decodeText(bytesOf());
  return readAs(dialect, readDocument(text, problems), path === undefined ? {} : { path });
}
