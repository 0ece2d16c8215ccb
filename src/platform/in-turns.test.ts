import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { bodyOf } from "./network/index.ts";
import { concatInTurns, digestInTurns, sha256InTurns, computeSha256 } from "./index.ts";

const MB = 1024 * 1024;
const large = Buffer.alloc(5 * MB + 3, "not the same everywhere");

/** How many turns everybody else had while it was worked on. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work;
  isDone = true;
  return turns;
}

describe("many bytes", () => {
  it("[BX-14] are copied and hashed to the same, with turns for everybody else", async () => {
    const parts = [large.subarray(0, 7), large.subarray(7, 3 * MB), large.subarray(3 * MB)];
    expect(large.equals(await concatInTurns(parts))).toBe(true);
    expect(await concatInTurns([])).toHaveLength(0);
    expect(await sha256InTurns(large)).toBe(computeSha256(large));
    expect(await sha256InTurns(new Uint8Array())).toBe(computeSha256(""));
    expect(await digestInTurns("sha512", large)).toEqual(
      createHash("sha512").update(large).digest(),
    );
    expect(await turnsDuring(concatInTurns(parts))).toBeGreaterThanOrEqual(3);
    expect(await turnsDuring(sha256InTurns(large))).toBeGreaterThanOrEqual(3);
  });

  it("[BX-14] are sent in slices, and few at once", async () => {
    const body = bodyOf(large);
    expect(body).toBeInstanceOf(ReadableStream);
    expect(large.equals(await new Response(body).bytes())).toBe(true);
    expect(bodyOf(large.subarray(0, 9))).toEqual(Uint8Array.from(large.subarray(0, 9)));
  });
});
