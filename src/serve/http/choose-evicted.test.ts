import { expect, it } from "vitest";
import { type ArrivingBody, chooseEvicted } from "./choose-evicted.ts";

const MB = 1024 * 1024;

/** A body of so many megabytes, of which some came in some seconds. */
function body(owner: string, size: number, arrived: number, seconds: number): ArrivingBody {
  const bytes = size * MB;
  return {
    owner,
    bytes,
    expected: bytes,
    arrived: arrived * MB,
    waitedMs: seconds * 1000,
  };
}

function chosen(bodies: readonly ArrivingBody[], size: number, missing: number) {
  const held = (owner: string): number =>
    bodies.filter((one) => one.owner === owner).reduce((sum, { bytes }) => sum + bytes, 0);
  const wanted = { owner: "new", held: size * MB, missing: missing * MB };
  return chooseEvicted(bodies, wanted, held).map(({ owner }) => owner);
}

it("[BX-14] the slowest gives way, and no more than are needed", () => {
  const bodies = [body("fast", 100, 50, 5), body("slow", 100, 2, 30), body("slower", 100, 1, 60)];
  expect(chosen(bodies, 20, 20)).toEqual(["slower"]);
  expect(chosen(bodies, 20, 120)).toEqual(["slower", "slow"]);
});

it("[BX-14] whoever holds as little as the new one stays, unless it is very slow", () => {
  expect(chosen([body("a", 20, 10, 2), body("b", 20, 0, 0)], 20, 20)).toEqual([]);
  expect(chosen([body("a", 20, 10, 2), body("b", 20, 1, 60)], 20, 20)).toEqual(["b"]);
});

it("[BX-14] nobody gives way in vain, nor to another body of their own", () => {
  expect(chosen([body("a", 30, 1, 60), body("b", 30, 1, 60)], 20, 70)).toEqual([]);
  expect(chosen([body("new", 30, 1, 60)], 20, 20)).toEqual([]);
});
