import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Connection } from "./connection.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("asks a server that is away until it answers, and says so once", async () => {
  const answers = [false, false, true];
  const seen: string[] = [];
  const connection = new Connection({
    ask: () => Promise.resolve(answers.shift() ?? true),
    onBack: () => seen.push("back"),
  });
  connection.subscribe(() => seen.push(connection.isLost() ? "lost" : "there"));
  connection.lose();
  connection.lose();
  expect(seen).toEqual(["lost"]);
  await vi.advanceTimersByTimeAsync(2500);
  expect(connection.isLost()).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen).toEqual(["lost", "there", "back"]);
  connection.lose();
  expect(connection.isLost()).toBe(true);
});
