import { DatabaseSync } from "node:sqlite";
import { expect, it, vi } from "vitest";
import { openSqlite } from "./index.ts";

it("keeps the statements ready that are used, whatever was asked before them", () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
  const database = openSqlite(":memory:");
  try {
    // As the first start of a server does, which makes its tables.
    for (let at = 0; at < 1000; at += 1) database.prepare(`select ${at} as one`).all([]);
    prepare.mockClear();
    for (let at = 0; at < 1000; at += 1)
      for (const name of ["skills", "versions", "accounts"])
        expect(database.prepare(`select ? as ${name}`).all([at])).toEqual([{ [name]: at }]);
    expect(prepare).toHaveBeenCalledTimes(3);
  } finally {
    prepare.mockRestore();
    database.close();
  }
});
