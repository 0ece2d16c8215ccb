/** Pictures of pages are compared with the last ones: what counts as a difference. */
import { crc32, deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { animate } from "./web/support/animation.ts";
import { readPng, shareOfDifference } from "./web/support/compare.ts";

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Two lines of two pixels, each line with its filter. */
function png(...lines: readonly (readonly number[])[]): Buffer {
  const header = Buffer.from([0, 0, 0, 2, 0, 0, 0, lines.length, 8, 2, 0, 0, 0]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.from(lines.flat()));
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const plain = png([0, 10, 20, 30, 40, 50, 60], [0, 10, 20, 30, 40, 50, 60]);

describe("pictures", () => {
  it.each([
    ["the pixel before", [1, 10, 20, 30, 30, 30, 30]],
    ["the line above", [2, 0, 0, 0, 0, 0, 0]],
    ["the middle of both", [3, 5, 10, 15, 15, 15, 15]],
    ["the nearest of three", [4, 0, 0, 0, 0, 0, 0]],
  ])("are read where a line is told by %s", (_, second) => {
    const filtered = png([0, 10, 20, 30, 40, 50, 60], second);
    expect([...readPng(filtered).bytes]).toEqual([...readPng(plain).bytes]);
    expect(shareOfDifference(plain, filtered)).toBe(0);
  });

  it("differ by the share of pixels in which somebody sees it", () => {
    const slight = png([0, 12, 20, 30, 40, 50, 60], [0, 10, 20, 30, 40, 50, 60]);
    expect(shareOfDifference(plain, slight)).toBe(0);
    const seen = png([0, 90, 20, 30, 40, 50, 60], [0, 10, 20, 30, 40, 50, 60]);
    expect(shareOfDifference(plain, seen)).toBe(0.25);
    expect(shareOfDifference(plain, png([0, 10, 20, 30, 40, 50, 60]))).toBe(1);
  });

  it("become one that moves, of which the first is seen where nothing can move", () => {
    const other = png([0, 90, 20, 30, 40, 50, 60], [0, 10, 20, 30, 40, 50, 60]);
    const moving = animate([
      { png: plain, milliseconds: 500 },
      { png: other, milliseconds: 700 },
    ]);
    expect([...readPng(moving).bytes]).toEqual([...readPng(plain).bytes]);
    expect(moving.toString("latin1").match(/acTL|fcTL|fdAT/gu)).toEqual([
      "acTL",
      "fcTL",
      "fcTL",
      "fdAT",
    ]);
  });
});
