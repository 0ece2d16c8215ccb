/** What a single binary takes from the folder that it starts in, as far as that shows without the Bun that makes it. */
import { chmodSync, chownSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compileWords } from "../../scripts/binaries/compile-words.ts";
import { isOwnFile, requireOwn } from "../../scripts/binaries/own-program.ts";
import { temporaryFolder } from "../support/program.ts";

const DIGEST = "0123456789abcdef";
const isRoot = process.getuid?.() === 0;

/** A program that was unpacked below a folder of data. */
function unpacked(digest = DIGEST): { readonly folder: string; readonly main: string } {
  const folder = join(temporaryFolder(), "skillwright", `program-${digest}`);
  mkdirSync(join(folder, "dist/cli/deep"), { recursive: true, mode: 0o755 });
  for (const name of ["main.js", "deep/main.js", "main.json"])
    writeFileSync(join(folder, "dist/cli", name), "");
  writeFileSync(join(folder, "evil.js"), "");
  return { folder, main: join(folder, "dist/cli/main.js") };
}

describe("[BX-14] a single binary", () => {
  it.each(["bunfig", "dotenv", "tsconfig"])("is made without its %s of where it starts", (file) => {
    const words = compileWords({ target: "linux-x64", digest: DIGEST, entry: "in", file: "out" });
    expect(words).toContain(`--no-compile-autoload-${file}`);
    expect(words).not.toContain(`--compile-autoload-${file}`);
    // Words that it starts with would have Bun read `bunfig.toml` again.
    expect(words.join(" ")).not.toContain("exec-argv");
  });

  it("takes files of the program that it carries for its own, and no others", () => {
    const { folder, main } = unpacked();
    const other = unpacked("fedcba9876543210");
    expect(isOwnFile(main, DIGEST)).toBe(true);
    for (const word of [
      "lint",
      "./skillwright/program-0123456789abcdef/dist/cli/main.js",
      "skillwright/program-0123456789abcdef/dist/cli/main.js",
      other.main,
      join(folder, "evil.js"),
      join(folder, "dist/cli/deep/main.js"),
      join(folder, "dist/cli/main.json"),
      join(folder, "dist/cli/gone.js"),
      `${folder}/dist/cli/../../evil.js`,
    ])
      expect([word, isOwnFile(word, DIGEST)]).toEqual([word, false]);
  });

  it("takes no file for its own that a link leads to", () => {
    const { folder } = unpacked();
    const { folder: mine, main } = unpacked();
    renameSync(join(mine, "dist"), join(mine, "aside"));
    symlinkSync(join(folder, "dist"), join(mine, "dist"));
    expect(isOwnFile(main, DIGEST)).toBe(false);
  });

  it("starts nothing from a folder that others can write, or that is not the user's", () => {
    for (const place of ["", ".."]) {
      const { folder, main } = unpacked();
      requireOwn(folder);
      chmodSync(join(folder, place), 0o777);
      expect(() => requireOwn(folder)).toThrow(/somebody else can write there\. Remove it/);
      expect(isOwnFile(main, DIGEST)).toBe(false);
      chmodSync(join(folder, place), 0o755);
      if (!isRoot) continue;
      chownSync(join(folder, place), 65_534, 65_534);
      expect(() => requireOwn(folder)).toThrow("somebody else can write there");
    }
    const { folder } = unpacked();
    const link = join(temporaryFolder(), `program-${DIGEST}`);
    symlinkSync(folder, link);
    expect(() => requireOwn(link)).toThrow("somebody else can write there");
  });
});
