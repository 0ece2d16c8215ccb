import { describe, expect, it } from "vitest";
import { dialects, findDialect, profiles } from "../src/skill/index.ts";
import { testDialect } from "./contract/dialect.ts";

for (const dialect of [...dialects, ...profiles]) testDialect(dialect);

describe("the list of dialects", () => {
  it("[BX-01] holds every system, and profiles only of systems that are in it", () => {
    const ids = dialects.map((dialect) => dialect.id);
    for (const id of ["gsv", "openclaw", "gaia", "gaia-nested", "agent-flow", "personal-mcp"])
      expect(ids).toContain(id);
    for (const id of ["agentskills", "claude"]) expect(ids).toContain(id);
    for (const profile of profiles) expect(ids).toContain(profile.id.split("@")[0]);
  });

  it("finds a dialect by id and nothing by another word", () => {
    expect(findDialect("gaia")?.id).toBe("gaia");
    expect(findDialect("Gaia")).toBeUndefined();
  });
});
