// @starts a process
import { expect, it } from "vitest";
import { localEmbeddings } from "./local-embeddings.ts";

it("makes vectors in a process of its own, while this one goes on and grows by little", async () => {
  const model = localEmbeddings();
  if (model === undefined) throw new Error("The packages of the model are dev dependencies.");
  let turns = 0;
  const turn = setInterval(() => {
    turns += 1;
  }, 5);
  const before = process.memoryUsage.rss();
  const vectors = await model.embed(["a cat", "a kitten", "the tax law"]);
  clearInterval(turn);
  // Loading the model alone takes longer than many of them.
  expect(turns).toBeGreaterThan(10);
  // It holds more than 200 MB, which a thread would never have given back.
  expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
  expect(vectors.map((vector) => vector.length)).toEqual([384, 384, 384]);
  const [cat, kitten, law] = vectors.map((vector) => [...vector]);
  expect(likeness(cat, kitten)).toBeGreaterThan(likeness(cat, law));
});

function likeness(left: readonly number[] = [], right: readonly number[] = []): number {
  return left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
}
