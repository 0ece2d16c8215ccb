import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../../test/support/source.ts";
import { programCodes } from "./codes.ts";

const codes = programCodes().map(({ code }) => code);

describe("the codes of the program", () => {
  it("are unique, and each has a page", () => {
    expect(new Set(codes).size).toBe(codes.length);
    const lacking = programCodes().filter(({ page }) => !existsSync(join(root, page)));
    expect(lacking).toEqual([]);
  });

  it("are all that its sources name", () => {
    const files = ["src/cli", "src/app"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
        .map((name) => join(root, folder, name)),
    );
    const named = files.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/"((?:app|cli|read)\/[a-z-]+)"/gu)].map(
        (match) => match[1] ?? "",
      ),
    );
    const own = codes.filter((code) => /^(?:app|cli|read)\//u.test(code));
    expect([...new Set(named)].sort()).toEqual(own.sort());
  });
});
