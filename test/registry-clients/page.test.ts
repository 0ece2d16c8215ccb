import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createAdapters } from "../../src/registry/protocols/index.ts";
import { FACE_OPTIONS } from "../support/protocols.ts";
import { root } from "../support/source.ts";

it("the page of the protocols lists every route with what it does", () => {
  const page = readFileSync(join(root, "docs/reference/registry-protocols.md"), "utf8");
  const listed = page.split("\n").filter((line) => /^\| (?:GET|POST|DELETE) \|/u.test(line));
  const rows = createAdapters(FACE_OPTIONS).flatMap((adapter) => adapter.rows);
  expect(listed).toEqual(
    rows.map(({ method, path, doc }) => {
      const shown = path.replaceAll(/\{\w+\.\.\.\}/gu, "…");
      return `| ${method} | \`${shown}\` | ${doc} |`;
    }),
  );
});
