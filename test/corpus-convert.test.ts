import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import {
  decodeText,
  detectDialect,
  type Dialect,
  dialects,
  profiles,
  readDocument,
} from "../src/skill/index.ts";
import { checkConversion, checkRoundTrip } from "./support/conversion.ts";
import { needs } from "./support/needs.ts";

const all: readonly Dialect[] = [...dialects, ...profiles];

/** The dialect that many steps further in the list. */
function dialectAt(index: number): Dialect {
  return all[index % all.length] as Dialect;
}

/** A dialect with no more skills than this has each of them converted to all others. */
const FEW = 100;
/** How far apart the three targets of any other skill are in the list: neighbours are alike. */
const TARGETS = [0, 4, 7];
/** Of the round trips through any two dialects, which are the dearest: every so many-th skill makes one. */
const STRIDE = 3;

needs.corpus().describe("the corpus", (folder) => {
  const work = mkdtempSync(join(tmpdir(), "skillwright-corpus-"));
  execFileSync("tar", ["xzf", join(folder, "skills-1200.tar.gz"), "-C", work]);
  const skills = readdirSync(work, { recursive: true, encoding: "utf8" })
    .filter((name) => /(?:^|\/)skill\.md$/i.test(name))
    .sort()
    .map((path) => {
      const { text } = decodeText(readFileSync(join(work, path)));
      const { dialect } = detectDialect(readDocument(text).frontmatter, path);
      return { path, text, dialect };
    });
  const byDialect = Map.groupBy(skills, ({ dialect }) => dialect);
  afterAll(() => {
    rmSync(work, { recursive: true });
  });

  it("[BX-02] converts to every dialect, which reads it, with an account of every value", () => {
    const pairs = new Set<string>();
    for (const [dialect, ofDialect] of byDialect)
      for (const [index, { path, text }] of ofDialect.entries()) {
        const targets =
          ofDialect.length <= FEW ? all : TARGETS.map((step) => dialectAt(index + step));
        for (const to of targets.filter((target) => target !== dialect)) {
          checkConversion(text, dialect, to, path);
          pairs.add(`${dialect.id} to ${to.id}`);
        }
      }
    expect(pairs.size).toBe(byDialect.size * (all.length - 1));
  });

  it("[BX-02] comes back as it was, each skill by way of another dialect", () => {
    for (const ofDialect of byDialect.values())
      for (const [index, { path, text, dialect }] of ofDialect.entries()) {
        const others = all.filter((other) => other !== dialect);
        checkRoundTrip(text, dialect, others[index % others.length] as Dialect, path);
      }
  });

  it("[BX-02] comes back as it was, read through whatever dialect", () => {
    const some = skills.filter((_, index) => index % STRIDE === 0);
    const pairs = new Set<string>();
    for (const [index, { path, text }] of some.entries()) {
      const from = dialectAt(index);
      const to = dialectAt(index + 1 + (Math.floor(index / all.length) % (all.length - 1)));
      checkRoundTrip(text, from, to, path);
      pairs.add(`${from.id} to ${to.id}`);
    }
    expect(pairs.size).toBe(all.length * (all.length - 1));
  });
});
