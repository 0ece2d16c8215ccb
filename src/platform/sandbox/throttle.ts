import { Transform } from "node:stream";

/** A piece counts as so many bytes at least: each costs this process as much, however small it is. */
const PIECE_BYTES = 512;

/** Counts what goes through all connections of a run, and slows it down. */
export interface Meter {
  /** A part of a connection that counts and waits. */
  readonly pass: () => Transform;
  /** Counts what goes through no such part; milliseconds to wait for it, or undefined where the limit is reached. */
  readonly charge: (bytes: number) => number | undefined;
}

/** `onOver` is called once when more has gone through than may. */
export function createMeter(mostBytes: number, bytesPerSecond: number, onOver: () => void): Meter {
  let total = 0;
  let freeAt = 0;
  const charge = (bytes: number): number | undefined => {
    const before = total;
    total += bytes;
    if (total > mostBytes) {
      if (before <= mostBytes) onOver();
      return undefined;
    }
    const now = performance.now();
    freeAt = Math.max(now, freeAt) + (bytes / bytesPerSecond) * 1000;
    return freeAt - now;
  };
  return {
    charge,
    pass: () =>
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          const pause = charge(Math.max(chunk.length, PIECE_BYTES));
          if (pause === undefined) done(new Error("The limit of the network is reached."));
          else if (pause < 5) done(null, chunk);
          else setTimeout(() => done(null, chunk), pause);
        },
      }),
  };
}
