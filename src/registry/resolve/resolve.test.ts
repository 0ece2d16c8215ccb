import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  byPreference,
  type Catalog,
  conflictError,
  type Demand,
  isInRange,
  type Resolution,
  resolve,
} from "./index.ts";

interface Listed {
  readonly needs?: Readonly<Record<string, string>>;
  readonly isExperimental?: boolean;
  readonly isYanked?: boolean;
}

type VersionIndex = Readonly<Record<string, Readonly<Record<string, Listed>>>>;

function catalogOf(shelf: VersionIndex): Catalog {
  return {
    versionsOf: (name) =>
      Promise.resolve(
        Object.entries(shelf[name] ?? {}).map(([version, listed]) => ({ version, ...listed })),
      ),
    dependenciesOf: (name, version) => Promise.resolve(demandsOf(shelf, name, version)),
  };
}

function demandsOf(shelf: VersionIndex, name: string, version: string): readonly Demand[] {
  const needs = shelf[name]?.[version]?.needs ?? {};
  return Object.entries(needs).map(([inner, range]) => ({ name: inner, range }));
}

function demand(word: string): Demand {
  const [name = "", range = "*"] = word.split("@");
  return { name, range };
}

function chosen(resolution: Resolution): readonly string[] | string {
  return resolution.kind === "resolved"
    ? resolution.skills.map(({ name, version }) => `${name}@${version}`)
    : conflictError(resolution.conflict).message;
}

function ask(shelf: VersionIndex, ...words: readonly string[]): Promise<Resolution> {
  return resolve(words.map(demand), catalogOf(shelf));
}

describe("ranges", () => {
  it.each([
    ["1.2.3", ">=1.2.0,<=1.3.0", true],
    ["1.2.3", ">=1.2.0,!=1.2.3", false],
    ["1.2.3", "^1.0.0", true],
    ["0.3.0", "^0.2.0", false],
    ["1.2.9", "~=1.2.3", true],
    ["1.3.0", "~=1.2.3", false],
    ["1.10.0", ">=1.9.0", true],
    ["2.0.0-rc.1", "<=2.0.0", true],
    ["1.0.0+b", "==1.0.0", true],
    ["1.2.3", "1.2", true],
    ["1.2.3", "", true],
    ["1.2.3", ">=1 || >=2", false],
    ["one", "*", true],
    ["one", ">=0.0.0", false],
  ])("[GA-20] %s in %s: %s", (version, range, expected) => {
    expect(isInRange(version, range)).toBe(expected);
  });
});

describe("the resolver", () => {
  it("[GA-21] takes the highest version that satisfies all, each after what it needs", async () => {
    const shelf: VersionIndex = {
      app: { "1.0.0": { needs: { auth: ">=1.0.0", log: "^1.0.0" } } },
      log: { "1.0.0": { needs: { auth: "<=1.5.0" } }, "2.0.0": {} },
      auth: { "1.0.0": {}, "1.5.0": {}, "1.10.0": {} },
    };
    const found = await ask(shelf, "app");
    expect(chosen(found)).toEqual(["auth@1.5.0", "log@1.0.0", "app@1.0.0"]);
    expect(found).toMatchObject({
      skills: [
        { isDirect: false },
        { isDirect: false, dependencies: { auth: "1.5.0" } },
        { isDirect: true, dependencies: { auth: "1.5.0", log: "1.0.0" } },
      ],
    });
  });

  it("[GA-21] goes back to an older version where the newest leads nowhere", async () => {
    const shelf: VersionIndex = {
      app: {
        "1.0.0": { needs: { log: "*" } },
        "2.0.0": { needs: { log: ">=2.0.0", auth: "^1.0.0" } },
      },
      log: { "1.0.0": {}, "2.0.0": { needs: { auth: ">=2.0.0" } } },
      auth: { "1.0.0": {}, "2.0.0": {} },
    };
    expect(chosen(await ask(shelf, "app"))).toEqual(["auth@2.0.0", "log@2.0.0", "app@1.0.0"]);
  });

  it("[GA-21] explains a conflict with every chain of demands", async () => {
    const shelf: VersionIndex = {
      app: { "1.2.0": { needs: { b: "*", c: "*" } } },
      b: { "1.0.0": { needs: { auth: "^2.0.0" } } },
      c: { "3.0.0": { needs: { auth: "^1.0.0" } } },
      auth: { "1.0.0": {}, "2.1.0": {} },
    };
    const found = await ask(shelf, "app");
    if (found.kind !== "conflict") throw new Error("expected a conflict");
    const error = conflictError(found.conflict);
    expect(error.message).toBe(
      "No version of `auth` fits `^2.0.0` and `^1.0.0`; there are 2.1.0, 1.0.0.",
    );
    expect(error).toMatchObject({
      diagnostic: {
        code: "registry/unresolvable",
        related: [
          {
            message:
              "You asked for `app` 1.2.0, which needs `b` 1.0.0, which needs `auth` `^2.0.0`",
          },
          {
            message:
              "You asked for `app` 1.2.0, which needs `c` 3.0.0, which needs `auth` `^1.0.0`",
          },
        ],
      },
    });
  });

  it.each<readonly [string, VersionIndex, readonly string[], string]>([
    ["a name nobody knows", {}, ["x"], "No skill `x`."],
    [
      "a range nothing meets",
      { x: { "1.0.0": {} } },
      ["x@>=2.0.0"],
      "No version of `x` fits `>=2.0.0`; there are 1.0.0.",
    ],
    [
      "a circle",
      { a: { "1.0.0": { needs: { b: "*" } } }, b: { "1.0.0": { needs: { a: "*" } } } },
      ["a"],
      "Skills need each other in a circle: `b` needs `a` needs `b`.",
    ],
    [
      "an experimental dependency",
      { a: { "1.0.0": { needs: { b: "*" } } }, b: { "1.0.0": { isExperimental: true } } },
      ["a"],
      "`b`, which another skill needs, is experimental.",
    ],
    [
      "a choice that others made",
      {
        a: { "1.0.0": {} },
        b: { "1.0.0": { needs: { a: ">=2.0.0" } } },
      },
      ["a", "b"],
      "No version of `a` fits all skills: `b` 1.0.0 needs `>=2.0.0`, and 1.0.0 was chosen for the others.",
    ],
  ])("[GA-21] explains %s", async (_what, shelf, words, message) => {
    expect(chosen(await ask(shelf, ...words))).toBe(message);
  });

  it("[GA-07] takes an experimental skill only for who asked for it by name", async () => {
    const shelf: VersionIndex = {
      a: { "1.0.0": { needs: { b: "*" } } },
      b: { "1.0.0": {}, "2.0.0": { isExperimental: true } },
    };
    expect(chosen(await ask(shelf, "a"))).toEqual(["b@1.0.0", "a@1.0.0"]);
    expect(chosen(await ask(shelf, "a", "b"))).toEqual(["b@2.0.0", "a@1.0.0"]);
  });

  it("prefers released versions, and takes no yanked one that is not there", async () => {
    const shelf: VersionIndex = {
      a: { "1.0.0": {}, "1.1.0": { isYanked: true }, "2.0.0-rc.1": {} },
    };
    expect(chosen(await ask(shelf, "a"))).toEqual(["a@1.0.0"]);
    expect(chosen(await ask(shelf, "a@>=2.0.0-rc.1"))).toEqual(["a@2.0.0-rc.1"]);
    const preferred = new Map([["a", "1.1.0"]]);
    expect(chosen(await resolve([demand("a")], catalogOf(shelf), { preferred }))).toEqual([
      "a@1.1.0",
    ]);
  });

  it("[GA-21] finds a set exactly where trying everything finds one", async () => {
    await fc.assert(
      fc.asyncProperty(shelves, roots, async (shelf, wanted) => {
        const found = await resolve(wanted, catalogOf(shelf));
        const best = bestByForce(shelf, wanted);
        if (found.kind === "conflict") {
          expect(best).toBeUndefined();
          return;
        }
        const set = new Map(found.skills.map(({ name, version }) => [name, version]));
        expect(isConsistent(shelf, wanted, set)).toBe(true);
        expect(wanted.map(({ name }) => set.get(name))).toEqual(best);
        const places = found.skills.map(({ name }) => name);
        for (const { name, dependencies } of found.skills)
          for (const [inner, version] of Object.entries(dependencies)) {
            expect(set.get(inner)).toBe(version);
            expect(places.indexOf(inner)).toBeLessThan(places.indexOf(name));
          }
      }),
      { numRuns: 2000, seed: 7 },
    );
  });
});

const NAMES = ["a", "b", "c", "d"];
const VERSIONS = ["1.0.0", "1.1.0", "2.0.0-rc.1", "2.0.0"];
const ranges = fc.constantFrom(
  "*",
  ">=1.1.0",
  "<=1.1.0",
  "==1.0.0",
  "!=2.0.0",
  "^1.0.0",
  ">=2.0.0-rc.1",
  "~=1.0.0,!=1.0.0",
);
const listed = fc.record({
  needs: fc.dictionary(fc.constantFrom(...NAMES), ranges, { maxKeys: 2 }),
  isExperimental: fc.boolean().map((value) => value),
  isYanked: fc.integer({ min: 0, max: 5 }).map((value) => value === 0),
});
const shelves: fc.Arbitrary<VersionIndex> = fc.dictionary(
  fc.constantFrom(...NAMES),
  fc.dictionary(fc.constantFrom(...VERSIONS), listed, { maxKeys: 4 }),
);
const roots: fc.Arbitrary<readonly Demand[]> = fc.uniqueArray(
  fc.record({ name: fc.constantFrom(...NAMES), range: ranges }),
  { minLength: 1, maxLength: 2, selector: ({ name }) => name },
);

/** Closed, every demand met, nothing experimental that nobody named, and no circle. */
function isConsistent(
  shelf: VersionIndex,
  wanted: readonly Demand[],
  set: ReadonlyMap<string, string>,
): boolean {
  const direct = new Set(wanted.map(({ name }) => name));
  const all = [
    ...wanted,
    ...[...set].flatMap(([name, version]) => demandsOf(shelf, name, version)),
  ];
  const areMet = all.every(
    ({ name, range }) => isInRange(set.get(name) ?? "none", range) && set.has(name),
  );
  const areTaken = [...set].every(([name, version]) => {
    const entry = shelf[name]?.[version];
    return (
      entry !== undefined &&
      entry.isYanked !== true &&
      (entry.isExperimental !== true || direct.has(name))
    );
  });
  return areMet && areTaken && !hasCircle(shelf, set);
}

function hasCircle(shelf: VersionIndex, set: ReadonlyMap<string, string>): boolean {
  const left = new Map(set);
  for (;;) {
    const free = [...left].find(([name, version]) =>
      demandsOf(shelf, name, version).every((inner) => !left.has(inner.name)),
    );
    if (free === undefined) return left.size > 0;
    left.delete(free[0]);
  }
}

/** The versions of the roots, the best for the first, then for the next. */
function bestByForce(
  shelf: VersionIndex,
  wanted: readonly Demand[],
): readonly (string | undefined)[] | undefined {
  let sets: readonly ReadonlyMap<string, string>[] = [new Map()];
  for (const name of NAMES)
    sets = sets.flatMap((set) => [
      set,
      ...Object.keys(shelf[name] ?? {}).map((version) => new Map([...set, [name, version]])),
    ]);
  const fitting = sets
    .filter((set) => isConsistent(shelf, wanted, set))
    .map((set) => wanted.map(({ name }) => set.get(name) ?? ""));
  const [best] = fitting.toSorted((a, b) => {
    const at = a.findIndex((version, index) => version !== b[index]);
    return at === -1 ? 0 : byPreference(a[at] ?? "", b[at] ?? "");
  });
  return best;
}
