/** Whatever is changed of an installed skill, its lock, its archive or its signature, the program finds it. */
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Playground, playground } from "../support/program.ts";

const manifest =
  "---\nname: letters\nversion: 1.0.0\ndescription: Writes letters.\nmetadata:\n  gaia:\n    security_tier: community\n---\n\n# Letters\n";

/** A skill that was signed, installed and packed. */
function installed(): Playground {
  const at = playground({
    "source/letters/SKILL.md": manifest,
    "source/letters/data/a.md": "abc\n",
  });
  const go = (...words: readonly string[]): string => {
    const { code, stdout, stderr } = at.run(words);
    expect(code, stderr + stdout).toBe(0);
    return stdout;
  };
  const { publicKey } = JSON.parse(go("keygen", "--json")) as { readonly publicKey: string };
  go("sign", "source/letters");
  go("trust", "add", publicKey, "--publisher", "Acme");
  go("install", "./source/letters");
  go("pack", "source/letters", "--output", "letters.zip");
  go("lock", "--check");
  go("verify", "letters.zip");
  return at;
}

/** Changes one bit at that share of a file, and gives the way back. */
function flip(path: string, share: number): () => void {
  const bytes = readFileSync(path);
  const at = Math.min(bytes.length - 1, Math.floor(bytes.length * share));
  const changed = Uint8Array.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  writeFileSync(path, changed);
  return () => {
    writeFileSync(path, bytes);
  };
}

const SHARES = [0, 0.5, 1];

describe("what was tampered with", () => {
  it("[GA-05] [GA-15] is found by the program, each kind of it", () => {
    const at = installed();
    const refuses = (what: string, words: readonly string[]): void => {
      expect([1, 2], what).toContain(at.run(words).code);
    };
    for (const file of ["SKILL.md", "data/a.md", "SIGNATURE.json"])
      for (const share of SHARES) {
        const undo = flip(at.path("skills/letters", file), share);
        refuses(`${file} at ${share}`, ["lock", "--check"]);
        undo();
      }
    for (const share of SHARES) {
      const undoLock = flip(at.path("skills/skill-lock.json"), share);
      refuses(`the lock at ${share}`, ["lock", "--check"]);
      undoLock();
    }
    const undoSignature = flip(at.path("source/letters/SIGNATURE.json"), 0.5);
    refuses("the signature", ["verify", "source/letters"]);
    undoSignature();
    // The content of a file stands behind the first header, its name also in the list at the end.
    for (const share of [0, 0.15, 0.98]) {
      const undoArchive = flip(at.path("letters.zip"), share);
      refuses(`the archive at ${share}`, ["verify", "letters.zip"]);
      undoArchive();
    }
    at.write("skills/letters/new.md", "new\n");
    refuses("an added file", ["lock", "--check"]);
    rmSync(at.path("skills/letters/new.md"));
    chmodSync(at.path("skills/letters/data/a.md"), 0o755);
    if (process.platform !== "win32") refuses("a right to run", ["lock", "--check"]);
    chmodSync(at.path("skills/letters/data/a.md"), 0o644);
    expect(at.run(["lock", "--check"]).code).toBe(0);
    rmSync(at.path("skills/letters/data/a.md"));
    refuses("a removed file", ["lock", "--check"]);
  }, 240_000);
});
