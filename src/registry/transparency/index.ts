/** An append-only log of signed statements, and what it takes to believe it. */
export { type Checkpoint, formatCheckpoint, parseCheckpoint } from "./checkpoint.ts";
export {
  appendLeaves,
  type Hash,
  hashLeaf,
  isConsistent,
  isIncluded,
  joinHashes,
  proveConsistency,
  proveInclusion,
  type ReadNodes,
  type TreeNode,
} from "./merkle.ts";
export {
  computeKeyFingerprint,
  formatNoteKey,
  type NoteKey,
  openNote,
  parseNoteKey,
  signCheckpoint,
  signNote,
} from "./note.ts";
export { formatProvenance, signBundle } from "./provenance.ts";
export { openChain, parseNote, parseStatement, type RootChain, signRotation } from "./rotation.ts";
export {
  formatCommitment,
  formatStatement,
  isTakenDown,
  type StatedState,
  type Statement,
  WHOLE_SKILL,
} from "./statement.ts";
export {
  formatTilePath,
  listTileNodes,
  parseTilePath,
  readBundle,
  TILE_WIDTH,
  type Tile,
  writeBundle,
} from "./tiles.ts";
