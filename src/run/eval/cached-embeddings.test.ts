import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { EmbeddingModel } from "../models/index.ts";
import { cachedEmbeddings } from "./cached-embeddings.ts";

function counting(): { readonly model: EmbeddingModel; readonly asked: string[] } {
  const asked: string[] = [];
  const embed: EmbeddingModel["embed"] = async (texts) => {
    asked.push(...texts);
    return texts.map((text) => Float32Array.from([text.length, 0.5]));
  };
  return { model: { id: "test:lengths", embed }, asked };
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "skillwright-vectors-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

describe("[BX-13] vectors that are kept", () => {
  it("are made once for each text, and are the same afterwards", async () => {
    const place = join(folder(), "cache");
    const first = counting();
    const made = await cachedEmbeddings(first.model, place).embed(["a", "bcd", "a"]);
    expect(first.asked).toEqual(["a", "bcd"]);
    const second = counting();
    const again = await cachedEmbeddings(second.model, place).embed(["bcd", "a", "ef"]);
    expect(second.asked).toEqual(["ef"]);
    expect(again.map((vector) => [...vector])).toEqual([
      [3, 0.5],
      [1, 0.5],
      [2, 0.5],
    ]);
    expect(made.map((vector) => [...vector])).toEqual([
      [1, 0.5],
      [3, 0.5],
      [1, 0.5],
    ]);
  });

  it("are made again where the file is damaged", async () => {
    const place = folder();
    await cachedEmbeddings(counting().model, place).embed(["a"]);
    const [name = ""] = readdirSync(place);
    expect(existsSync(join(place, name))).toBe(true);
    for (const damage of ["", "xx", "something else"]) {
      writeFileSync(join(place, name), damage);
      const { model, asked } = counting();
      const [vector] = await cachedEmbeddings(model, place).embed(["a"]);
      expect([...(vector ?? [])]).toEqual([1, 0.5]);
      expect(asked).toEqual(["a"]);
    }
  });
});
