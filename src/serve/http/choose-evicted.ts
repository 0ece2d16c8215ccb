/** Which bodies give up their place when the server has no room for another one. */

/** A large body on its way. */
export interface ArrivingBody {
  readonly owner: string;
  readonly bytes: number;
  /** Bytes that it will have, or may have where it does not say. */
  readonly expected: number;
  readonly arrived: number;
  /** Milliseconds that the server has waited for it. */
  readonly waitedMs: number;
}

export interface NewBody {
  readonly owner: string;
  /** What its owner would hold with it. */
  readonly held: number;
  /** Bytes that are not there for it. */
  readonly missing: number;
}

/** What a body is taken to have sent already: one that has just begun is neither fast nor slow. */
const BEGINNING = { bytes: 1024 * 1024, ms: 1000 };
/** Whoever needs longer than this gives way also to those who hold as much. */
const PATIENCE_MS = 60_000;

/** Milliseconds until a body is there, as fast as it came so far. */
function remainingMs({ expected, arrived, waitedMs }: ArrivingBody): number {
  const bytesPerMs = (arrived + BEGINNING.bytes) / (waitedMs + BEGINNING.ms);
  return Math.max(0, expected - arrived) / bytesPerMs;
}

/**
 * The slowest of those whose owners hold more than the new body's owner would, or which are very slow; empty where
 * all of them would not make room enough.
 */
export function chooseEvicted<Body extends ArrivingBody>(
  bodies: readonly Body[],
  { owner, held, missing }: NewBody,
  heldBy: (owner: string) => number,
): readonly Body[] {
  const slowestFirst = bodies
    .filter((body) => body.owner !== owner)
    .map((body) => ({ body, leftMs: remainingMs(body) }))
    .filter(({ body, leftMs }) => heldBy(body.owner) > held || leftMs > PATIENCE_MS)
    .toSorted((a, b) => b.leftMs - a.leftMs);
  const chosen: Body[] = [];
  let freed = 0;
  for (const { body } of slowestFirst) {
    if (freed >= missing) break;
    chosen.push(body);
    freed += body.bytes;
  }
  return freed >= missing ? chosen : [];
}
