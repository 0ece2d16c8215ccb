/** Lists, asked for again and again: files are read once for each change, and not for each request. */
import { expect, it } from "vitest";
import { openDatabase } from "../../src/hub/data/index.ts";
import { openMemoryStore } from "../../src/library/store/index.ts";
import type { Store } from "../../src/library/store/store.ts";
import { createPlatform } from "../support/platform.ts";

const TEXT = `---
name: sums
description: Adds numbers. Use when the user asks for a sum.
permissions: [network:read]
---

# Sums

Add them.
`;

const TOOLS = `from gaia.agents.base.tools import tool


@tool
def add(a: int, b: int) -> int:
    """Adds."""
    return a + b
`;

/** A store that remembers which objects were read. */
async function watched(): Promise<{ readonly store: Store; readonly read: string[] }> {
  const store = await openMemoryStore();
  const read: string[] = [];
  return {
    read,
    store: {
      name: store.name,
      capabilities: store.capabilities,
      get: (key) => {
        read.push(key);
        return store.get(key);
      },
      put: (key, bytes, options) => store.put(key, bytes, options),
      list: (prefix) => store.list(prefix),
      keys: (prefix) => store.keys(prefix),
      delete: (key, options) => store.delete(key, options),
      close: () => store.close(),
    },
  };
}

it.each(["/api/v1/grants", "/api/v1/skills"])("[BX-14] %s reads no files again", async (path) => {
  const database = await openDatabase({ address: ":memory:" });
  try {
    const { store, read } = await watched();
    const platform = await createPlatform({ database, store });
    const token = await platform.join("ada@example.org");
    const made = await platform.send("POST", "/api/v1/skills", {
      token,
      body: { name: "sums", content: TEXT },
    });
    expect(made.status, made.text).toBe(201);
    await store.put("sums/tools.py", new TextEncoder().encode(TOOLS));
    for (let number = 0; number < 5; number += 1)
      await store.put(`sums/data/${number}.bin`, new Uint8Array(1000).fill(number));
    const get = async (): Promise<string> => {
      const answer = await platform.send("GET", path, { token });
      expect(answer.status, answer.text).toBe(200);
      return answer.text;
    };
    const first = await get();
    expect(first).toContain("sums");
    read.length = 0;
    // At once and one after the other.
    for (const text of await Promise.all(Array.from({ length: 10 }, get))) expect(text).toBe(first);
    expect(await get()).toBe(first);
    expect(read).toEqual([]);
    if (path !== "/api/v1/grants") return;
    // What changes is read once, however many ask.
    await store.put("sums/data/0.bin", new Uint8Array(1000).fill(9));
    const changed = await Promise.all(Array.from({ length: 10 }, get));
    expect(new Set(changed).size).toBe(1);
    expect(changed[0]).not.toBe(first);
    expect(new Set(read).size).toBe(read.length);
  } finally {
    await database.close();
  }
});
