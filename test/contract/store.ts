import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConflict, type Store } from "../../src/library/store/index.ts";
import {
  bytesOf,
  collect,
  conflictOf,
  createInbox,
  inParallel,
  keysOf,
  problemOf,
  textOf,
} from "../support/store.ts";

/** Opens a store that is empty, and independent of those opened before. */
export type OpenStore = () => Promise<Store>;

/** What every store must do, whatever lies behind it. */
export function testStore(name: string, open: OpenStore): void {
  describe(`the store ${name}`, () => {
    let store: Store;
    let folder = 0;
    /** A place of its own for each test, so that the tests of one store do not meet. */
    const place = (): string => `place-${(folder += 1)}/`;

    beforeAll(async () => {
      store = await open();
    });

    afterAll(() => store.close());

    testContent(() => store, place);
    testExpectations(() => store, place);
    testListing(() => store, place);
    testKeys(() => store, place);
    testWatch(open);
    testClose(open);
  });
}

type Given = () => Store;
type Place = () => string;

function testContent(given: Given, place: Place): void {
  const everyByte = Uint8Array.from({ length: 256 }, (_, index) => index);

  it.each([
    ["text", bytesOf("---\nname: a\n---\n")],
    ["no bytes", new Uint8Array()],
    ["every byte", everyByte],
    ["a byte order mark and carriage returns", bytesOf("\ufeffa\r\nb\r")],
    ["a megabyte", new Uint8Array(1_000_000).fill(7)],
  ])("[GSV-03] gives back %s as it was put", async (_, bytes) => {
    const key = `${place()}a`;
    const version = await given().put(key, bytes);
    const object = await given().get(key);
    expect(object).toMatchObject({ key, version, size: bytes.length });
    expect(Buffer.compare(object?.bytes ?? bytesOf("none"), bytes)).toBe(0);
    expect(object?.modified).toBeInstanceOf(Date);
  });

  it("takes the bytes as they are at the call", async () => {
    const key = `${place()}a`;
    // A buffer of Node, since its `slice` shares the memory where that of others copies.
    const bytes = Buffer.from("before");
    const put = given().put(key, bytes);
    bytes.fill(0);
    await put;
    const object = await given().get(key);
    expect(textOf(object)).toBe("before");
    object?.bytes.fill(0);
    expect(textOf(await given().get(key))).toBe("before");
  });

  it("has nothing under a key that nobody put", async () => {
    expect(await given().get(`${place()}none`)).toBeUndefined();
  });

  it("replaces what is there, and gives it another version", async () => {
    const key = `${place()}a`;
    const first = await given().put(key, bytesOf("one"));
    const second = await given().put(key, bytesOf("two"));
    expect(second).not.toBe(first);
    expect(await given().get(key)).toMatchObject({ version: second, bytes: bytesOf("two") });
  });

  it("deletes, and takes it if there was nothing", async () => {
    const key = `${place()}a`;
    await given().put(key, bytesOf("one"));
    await given().delete(key);
    expect(await given().get(key)).toBeUndefined();
    await given().delete(key);
    await given().put(key, bytesOf("two"), { expect: null });
    expect(textOf(await given().get(key))).toBe("two");
  });
}

function testExpectations(given: Given, place: Place): void {
  it("puts when nothing was expected and nothing is there, once", async () => {
    const key = `${place()}a`;
    const version = await given().put(key, bytesOf("one"), { expect: null });
    const conflict = await conflictOf(given().put(key, bytesOf("two"), { expect: null }));
    expect(conflict).toMatchObject({ key, expected: null, current: { key, version } });
    expect(textOf(conflict.current)).toBe("one");
    expect(textOf(await given().get(key))).toBe("one");
  });

  it("puts over the version that was expected, and over no other", async () => {
    const key = `${place()}a`;
    const first = await given().put(key, bytesOf("one"));
    const second = await given().put(key, bytesOf("two"), { expect: first });
    const conflict = await conflictOf(given().put(key, bytesOf("three"), { expect: first }));
    expect(conflict).toMatchObject({ expected: first, current: { version: second } });
    expect(textOf(await given().get(key))).toBe("two");
  });

  it("puts nothing where a version was expected and nothing is there", async () => {
    const key = `${place()}a`;
    const version = await given().put(key, bytesOf("one"));
    await given().delete(key);
    const conflict = await conflictOf(given().put(key, bytesOf("two"), { expect: version }));
    expect(conflict).toMatchObject({ expected: version, current: null });
    expect(await given().get(key)).toBeUndefined();
  });

  it("deletes the version that was expected, and no other", async () => {
    const key = `${place()}a`;
    const first = await given().put(key, bytesOf("one"));
    const second = await given().put(key, bytesOf("two"));
    const conflict = await conflictOf(given().delete(key, { expect: first }));
    expect(conflict).toMatchObject({ expected: first, current: { version: second } });
    await given().delete(key, { expect: second });
    expect(await given().get(key)).toBeUndefined();
    const missing = await conflictOf(given().delete(key, { expect: second }));
    expect(missing).toMatchObject({ expected: second, current: null });
  });

  it("says in one sentence what stands in the way", async () => {
    const key = `${place()}a`;
    const version = await given().put(key, bytesOf("one"));
    expect(await problemOf(given().put(key, bytesOf("two"), { expect: null }))).toMatchObject({
      code: "store/conflict",
      severity: "error",
      message: `\`${key}\` has version \`${version}\`, but the change expects none yet.`,
    });
  });

  it.each([
    ["nothing", false],
    ["a version", true],
  ])("lets exactly one of many writers win who all expect %s", async (_, isThere) => {
    const key = `${place()}a`;
    const expected = isThere ? await given().put(key, bytesOf("start")) : null;
    const writers = Array.from({ length: 12 }, (_item, index) => `writer ${index}`);
    const results = await Promise.allSettled(
      writers.map((writer) => given().put(key, bytesOf(writer), { expect: expected })),
    );
    const winners = writers.filter((_writer, index) => results[index]?.status === "fulfilled");
    expect(winners).toHaveLength(1);
    expect(textOf(await given().get(key))).toBe(winners[0]);
    for (const result of results)
      if (result.status === "rejected") expect(readConflict(result.reason)).toBeDefined();
  });

  it("loses no change of writers who read again after a conflict", async () => {
    const key = `${place()}count`;
    await given().put(key, bytesOf("0"));
    async function increment(): Promise<void> {
      for (;;) {
        const object = await given().get(key);
        const next = bytesOf(String(Number(textOf(object)) + 1));
        try {
          await given().put(key, next, { expect: object?.version ?? null });
          return;
        } catch (error) {
          if (readConflict(error) === undefined) throw error;
        }
      }
    }
    await Promise.all(Array.from({ length: 6 }, increment));
    expect(textOf(await given().get(key))).toBe("6");
  });
}

function testListing(given: Given, place: Place): void {
  it("lists keys by prefix, with what it knows of each", async () => {
    const at = place();
    const version = await given().put(`${at}a/SKILL.md`, bytesOf("four"));
    await given().put(`${at}a/b/c.md`, bytesOf(""));
    await given().put(`${at}ab`, bytesOf("1"));
    expect(await keysOf(given(), at)).toEqual([`${at}a/SKILL.md`, `${at}a/b/c.md`, `${at}ab`]);
    expect(await keysOf(given(), `${at}a/`)).toEqual([`${at}a/SKILL.md`, `${at}a/b/c.md`]);
    expect(await keysOf(given(), `${at}a/S`)).toEqual([`${at}a/SKILL.md`]);
    expect(await keysOf(given(), `${at}ab`)).toEqual([`${at}ab`]);
    expect(await keysOf(given(), `${at}none`)).toEqual([]);
    expect(await keysOf(given())).toContain(`${at}ab`);
    const [entry] = await collect(given().list(`${at}a/S`));
    expect(entry).toEqual({
      key: `${at}a/SKILL.md`,
      version,
      size: 4,
      modified: (await given().get(`${at}a/SKILL.md`))?.modified,
    });
  });

  it("lists the same with what it read for it, where listing reads", async () => {
    const at = place();
    for (const name of ["a", "b", "c"]) await given().put(`${at}${name}`, bytesOf(`text ${name}`));
    const { objects } = given();
    if (objects === undefined) return;
    // Twice, as what is known need not be read again.
    for (let time = 0; time < 2; time += 1) {
      const listed = await collect(objects(at));
      expect(listed.map(({ bytes: _bytes, ...entry }) => entry)).toEqual(
        await collect(given().list(at)),
      );
      for (const { key, bytes } of listed)
        if (bytes !== undefined)
          expect(new TextDecoder().decode(bytes)).toBe(`text ${key.slice(at.length)}`);
    }
  });

  it("lists in the order of code units, folders or not", async () => {
    const at = place();
    const names = [
      "a-b",
      "a.b",
      "a/b",
      "a0",
      "Z",
      "ä",
      "a b",
      "\u{1f419}",
      "\ufb01",
      "z/\u{1f419}x",
      "z/\uff21",
    ];
    for (const name of names) await given().put(at + name, bytesOf(name));
    expect(await keysOf(given(), at)).toEqual(names.map((name) => at + name).sort());
  });

  it("shows the new version after a change of the same size", async () => {
    const key = `${place()}a`;
    await given().put(key, bytesOf("one"));
    const [before] = await collect(given().list(key));
    const version = await given().put(key, bytesOf("two"));
    const [after] = await collect(given().list(key));
    expect(after?.version).toBe(version);
    expect(after?.version).not.toBe(before?.version);
  });

  it("lists more keys than fit on a page", async () => {
    const at = place();
    const keys = Array.from(
      { length: 1100 },
      (_, index) => `${at}k/${String(index).padStart(4, "0")}`,
    );
    await inParallel(16, [...keys, `${at}other`], (key) => given().put(key, bytesOf(key)));
    expect(await keysOf(given(), `${at}k/`)).toEqual(keys);
    expect((await keysOf(given(), at)).at(-1)).toBe(`${at}other`);
  });

  it("can be left in the middle", async () => {
    const at = place();
    for (const name of ["a", "b", "c"]) await given().put(at + name, bytesOf(name));
    for await (const { key } of given().list(at)) {
      expect(key).toBe(`${at}a`);
      break;
    }
  });
}

function testKeys(given: Given, place: Place): void {
  it.each([
    "größe/naïve.md",
    "技能/说明.md",
    "\u{1f419}/\u{1f9e9}.md",
    "e\u0301 apart",
    "\u00e9 whole",
    "with blank/ and more ",
    "plus+percent%20%/#hash?query=1&x",
    "quote'\"<tag>",
    "tab\tline\n\u0001",
    ".hidden/..twice/...",
    "a/b/c/d/e/f/g/h",
  ])("keeps the key %j apart and whole", async (name) => {
    const at = place();
    const key = at + name;
    await given().put(key, bytesOf(name));
    expect(textOf(await given().get(key))).toBe(name);
    expect(await keysOf(given(), at)).toEqual([key]);
    await given().delete(key);
    expect(await keysOf(given(), at)).toEqual([]);
  });

  it("takes long names and long ways", async () => {
    const at = place();
    const keys = [`${"d".repeat(200)}/`.repeat(4) + "y".repeat(150), "x".repeat(255)];
    for (const key of keys) await given().put(at + key, bytesOf(key));
    expect(await keysOf(given(), at)).toEqual(keys.map((key) => at + key));
  });

  const refused = ["", "/a", "a/", "a//b", ".", "..", "a/../b", "./a", "a/.", "a\\b", "a\0b"];
  it.each([...refused, "\ud800", ".skillwright/a"])("refuses the key %j", async (key) => {
    const attempts = [given().get(key), given().put(key, bytesOf("")), given().delete(key)];
    const problems = await Promise.all(attempts.map(problemOf));
    expect(problems.map(({ code }) => code)).toEqual(Array(3).fill("store/key-invalid"));
  });

  it("refuses a key of more than 1,024 bytes", async () => {
    await given().put("é".repeat(127), bytesOf(""));
    expect((await problemOf(given().get("é".repeat(513)))).code).toBe("store/key-invalid");
  });

  it.each(["/", "a//", "../", "a/../b", "a\\", "\0"])("refuses the prefix %j", async (prefix) => {
    expect((await problemOf(keysOf(given(), prefix))).code).toBe("store/key-invalid");
  });

  it("has `a` and `a/b` side by side, or says that it cannot", async () => {
    const at = place();
    await given().put(`${at}a`, bytesOf("file"));
    const below = given().put(`${at}a/b`, bytesOf("below"));
    if (given().capabilities.hasFolders) {
      expect((await problemOf(below)).code).toBe("store/key-blocked");
      await given().put(`${at}b/c`, bytesOf("below"));
      const above = given().put(`${at}b`, bytesOf("above"));
      expect((await problemOf(above)).code).toBe("store/key-blocked");
      expect(await given().get(`${at}b`)).toBeUndefined();
    } else await below;
    expect(textOf(await given().get(`${at}a`))).toBe("file");
  });
}

function testWatch(open: OpenStore): void {
  it("tells of changes under the prefix alone, or says that it cannot", async () => {
    const store = await open();
    expect(store.capabilities.watches).toBe(store.watch !== undefined);
    if (store.watch === undefined) return store.close();
    await store.put("skills/there/SKILL.md", bytesOf("one"));
    const seen = createInbox();
    const watch = await store.watch("skills/", seen.listener);
    const version = await store.put("skills/new/deep/SKILL.md", bytesOf("new"));
    await seen.until({ kind: "put", key: "skills/new/deep/SKILL.md", version });
    const changed = await store.put("skills/there/SKILL.md", bytesOf("two"));
    await seen.until({ kind: "put", key: "skills/there/SKILL.md", version: changed });
    await store.put("elsewhere/SKILL.md", bytesOf("one"));
    await store.delete("skills/new/deep/SKILL.md");
    await seen.until({ kind: "delete", key: "skills/new/deep/SKILL.md" });
    expect(seen.all.map(({ key }) => key)).not.toContain("elsewhere/SKILL.md");
    await watch.close();
    const count = seen.all.length;
    await store.put("skills/late/SKILL.md", bytesOf("late"));
    await store.close();
    expect(seen.all).toHaveLength(count);
  });
}

function testClose(open: OpenStore): void {
  it("finishes what is under way when it is closed, and refuses what comes after", async () => {
    const store = await open();
    const put = store.put("a", bytesOf("one"));
    await Promise.all([store.close(), store.close()]);
    expect(typeof (await put)).toBe("string");
    const late = [store.get("a"), store.put("a", bytesOf("")), store.delete("a"), keysOf(store)];
    const problems = await Promise.all(late.map(problemOf));
    expect(problems.map(({ code }) => code)).toEqual(Array(4).fill("store/closed"));
  });
}
