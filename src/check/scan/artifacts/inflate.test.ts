import { deflateRawSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inflate } from "./inflate.ts";

const words = fc.array(fc.constantFrom("skill", "agent ", "run", "\n", "0123456789"), {
  maxLength: 400,
});

describe("inflate", () => {
  it("gives back what zlib packed, at every level", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 2000 }),
          words.map((parts) => Buffer.from(parts.join(""))),
        ),
        fc.integer({ min: 0, max: 9 }),
        (bytes, level) => {
          const packed = deflateRawSync(bytes, { level });
          const result = inflate(packed, 1_000_000);
          expect(result.end).toBe("whole");
          expect(Buffer.from(result.bytes).equals(Buffer.from(bytes))).toBe(true);
          expect(result.consumed).toBe(packed.length);
        },
      ),
      { seed: 7, numRuns: 300 },
    );
  });

  it("stops at the limit, and holds no more memory than that", () => {
    const bomb = deflateRawSync(Buffer.alloc(50_000_000));
    const result = inflate(bomb, 10_000);
    expect(result.end).toBe("limit");
    expect(result.bytes.length).toBe(10_000);
    expect(result.bytes.buffer.byteLength).toBeLessThanOrEqual(10_000);
  });

  it("tells damage instead of failing", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(["whole", "limit", "damaged"]).toContain(inflate(bytes, 5000).end);
      }),
      { seed: 11, numRuns: 500 },
    );
    expect(inflate(deflateRawSync(Buffer.from("cut short")).subarray(0, 5), 100).end).toBe(
      "damaged",
    );
  });
});
