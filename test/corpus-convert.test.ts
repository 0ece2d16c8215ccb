import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, it } from "vitest";
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
  afterAll(() => {
    rmSync(work, { recursive: true });
  }, 60_000);

  it("[BX-02] converts to every dialect, which reads it, with an account of every value", () => {
    for (const { path, text, dialect } of skills)
      for (const to of all) if (to !== dialect) checkConversion(text, dialect, to, path);
  }, 120_000);

  it("[BX-02] comes back as it was, each skill by way of three dialects", () => {
    for (const [index, { path, text, dialect }] of skills.entries())
      for (const step of [0, 4, 7]) {
        const to = dialectAt(index + step);
        if (to !== dialect) checkRoundTrip(text, dialect, to, path);
      }
  }, 120_000);

  it("[BX-02] comes back as it was, read through whatever dialect", () => {
    for (const [index, { path, text }] of skills.entries()) {
      const from = dialectAt(index);
      const to = dialectAt(index + 1 + (Math.floor(index / all.length) % (all.length - 1)));
      checkRoundTrip(text, from, to, path);
    }
  }, 120_000);
});
