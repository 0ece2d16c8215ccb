import { uint16, uint32 } from "./bytes.ts";

export interface BytecodeFacts {
  /** The file of which it claims to be made, where it stands beside it. */
  readonly source: string | undefined;
  /** Python takes it as a module when its source is absent. */
  readonly isImportable: boolean;
  /** Python runs it without a look at the source, even where the two differ. */
  readonly isUnchecked: boolean;
}

/** From this version on, the flags say whether Python compares the source. */
const FIRST_WITH_FLAGS = 3392;

export function bytecodeFacts(
  path: string,
  bytes: Uint8Array,
  has: (path: string) => boolean,
): BytecodeFacts {
  const parts = path.split("/");
  const file = parts.pop() ?? path;
  const isCached = parts.at(-1) === "__pycache__";
  if (isCached) parts.pop();
  const stem = isCached
    ? file.replace(/\.(?:cpython|pypy)[\w-]*(?:\.opt-\d)?\.py[co]$/i, "")
    : file.replace(/\.\w+$/, "");
  const source = [...parts, `${stem}.py`].join("/");
  const magic = uint16(bytes, 0);
  const flags = magic >= FIRST_WITH_FLAGS && magic < 20_000 ? uint32(bytes, 4) : 0;
  return {
    source: has(source) ? source : undefined,
    isImportable: !isCached,
    isUnchecked: (flags & 3) === 1,
  };
}
