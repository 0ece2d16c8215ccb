import { Transform } from "node:stream";

/** Counts what goes through all connections of a run, and slows it down. */
export interface Meter {
  /** A part of a connection that counts and waits. */
  readonly pass: () => Transform;
}

/** `onOver` is called once when more has gone through than may. */
export function createMeter(mostBytes: number, bytesPerSecond: number, onOver: () => void): Meter {
  let total = 0;
  let freeAt = 0;
  const wait = (bytes: number): number => {
    const now = performance.now();
    freeAt = Math.max(now, freeAt) + (bytes / bytesPerSecond) * 1000;
    return freeAt - now;
  };
  return {
    pass: () =>
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          const before = total;
          total += chunk.length;
          if (total > mostBytes) {
            if (before <= mostBytes) onOver();
            done(new Error("The limit of the network is reached."));
            return;
          }
          const pause = wait(chunk.length);
          if (pause < 5) done(null, chunk);
          else setTimeout(() => done(null, chunk), pause);
        },
      }),
  };
}
