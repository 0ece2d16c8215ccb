// @starts Neovim, which starts the program
/** The language server in a real editor, as Debian has it. */
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, it } from "vitest";
import { compiledOnce } from "../support/compiled.ts";
import { playground } from "../support/program.ts";
import { root } from "../support/source.ts";
import { runBeside } from "../support/starter.ts";

const nvim = (process.env["PATH"] ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "nvim"))
  .find((file) => existsSync(file));

const FILE = "skills/letters/SKILL.md";
const text = `---
name: letters
description: Sorts: by date. Use when the user asks to sort letters.
---

Sort them.
`;

it.skipIf(nvim === undefined)(
  "[BX-08] Neovim shows what is wrong, takes a fix, saves it, and shows what a field means",
  async () => {
    const { folder, path } = playground({ [FILE]: text });
    const words = [
      "--headless",
      "--clean",
      "-n",
      path(FILE),
      "-S",
      join(root, "test/lsp/neovim.lua"),
    ];
    const ended = await runBeside(nvim ?? "", words, {
      cwd: folder,
      env: {
        PATH: process.env["PATH"],
        ...compiledOnce(),
        HOME: path(".home"),
        SKILLWRIGHT_CACHE_DIR: path(".cache-of-test"),
        NVIM_TEST: [
          process.execPath,
          join(root, "dist/cli/main.js"),
          folder,
          path("seen.json"),
        ].join("\n"),
      },
      timeout: 50_000,
    });
    expect(existsSync(path("seen.json")), ended.stderr).toBe(true);
    const seen: unknown = JSON.parse(readFileSync(path("seen.json"), "utf8"));
    expect(seen).toMatchObject({
      found: [{ code: "parse/unquoted-text", line: 3 }],
      left: 0,
      hover: expect.stringContaining("**`name`**"),
    });
    expect(readFileSync(path(FILE), "utf8")).toContain('description: "Sorts: by date.');
    expect(ended.code).toBe(0);
  },
);
