// @starts a thread
import { expect, it } from "vitest";
import { localEmbeddings } from "./local-embeddings.ts";

it("makes vectors in a thread, while this one goes on", async () => {
  const model = localEmbeddings();
  if (model === undefined) throw new Error("The packages of the model are dev dependencies.");
  let turns = 0;
  const turn = setInterval(() => {
    turns += 1;
  }, 5);
  const vectors = await model.embed(["a cat", "a kitten", "the tax law"]);
  clearInterval(turn);
  // Loading the model alone takes longer than many of them.
  expect(turns).toBeGreaterThan(10);
  expect(vectors.map((vector) => vector.length)).toEqual([384, 384, 384]);
  const [cat, kitten, law] = vectors.map((vector) => [...vector]);
  expect(likeness(cat, kitten)).toBeGreaterThan(likeness(cat, law));
});

function likeness(left: readonly number[] = [], right: readonly number[] = []): number {
  return left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
}
