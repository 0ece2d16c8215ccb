import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { generatedFiles } from "../scripts/docs/generated.ts";
import { dialects, findDialect, jsonSchema, profiles, readDocument } from "../src/skill/index.ts";
import { skeletonText } from "./contract/dialect.ts";

const root = resolve(import.meta.dirname, "..");

const files = await generatedFiles();

describe("generated files", () => {
  it.each([...files])("%s is what `npm run docs` writes", (path, content) => {
    const target = resolve(root, path);
    expect(existsSync(target) ? readFileSync(target, "utf8") : "missing").toBe(content);
  });
});

describe.each([...dialects, ...profiles].map((dialect) => [dialect.id, dialect] as const))(
  "the JSON Schema of %s",
  (_id, dialect) => {
    const ajv = new Ajv2020({ strict: false });
    const validate = ajv.compile(jsonSchema(dialect));

    it("[BX-01] takes the dialect's own skeleton", () => {
      const { frontmatter } = readDocument(skeletonText(dialect, "sort-photos"));
      validate(frontmatter);
      expect(validate.errors ?? []).toEqual([]);
    });

    it("[BX-01] refuses a list as the description", () => {
      const { frontmatter } = readDocument(skeletonText(dialect, "sort-photos"));
      expect(validate({ ...frontmatter, description: ["a"] })).toBe(false);
    });

    it("describes every field in words", () => {
      const text = JSON.stringify(jsonSchema(dialect));
      for (const field of dialect.fields)
        expect(text).toContain(JSON.stringify(field.doc).slice(1, -1));
    });
  },
);

describe("the JSON Schemas", () => {
  const named = { name: "sort-photos", description: "Sorts photos." };
  const block = {
    id: "sort-photos",
    version: "1.0.0",
    capabilities: ["resource://skills/x/document"],
  };

  it.each<[string, object, boolean]>([
    ["agentskills", { ...named, "allowed-tools": "Read Write" }, true],
    ["agentskills", { ...named, "allowed-tools": ["Read"] }, true],
    ["agentskills", { ...named, effort: "low" }, false],
    ["agentskills", { name: "sort-photos" }, false],
    ["claude", { ...named, effort: "low", paths: "a,b", zzz: 1 }, true],
    ["claude", { ...named, effort: "huge" }, false],
    ["claude", { ...named, hooks: [] }, false],
    ["openclaw", { ...named, metadata: { openclaw: { os: ["linux"] } } }, true],
    ["openclaw", { ...named, metadata: { openclaw: { os: ["plan9"] } } }, false],
    ["openclaw", { ...named, metadata: { openclaw: { install: [{ kind: "snap" }] } } }, false],
    ["gaia", { ...named, security_tier: "community" }, false],
    ["gaia-nested", { ...named, metadata: { gaia: { security_tier: "mine" } } }, false],
    ["agent-flow", { ...named, model: { temperature: 1.5 } }, true],
    ["agent-flow", { ...named, model: { temperature: 3 } }, false],
    ["personal-mcp", { ...named, "x-personal-mcp": block }, true],
    ["personal-mcp", named, false],
    ["personal-mcp", { ...named, "x-personal-mcp": { ...block, capabilities: [] } }, false],
  ])("[BX-01] of %s judge %j: %s", (id, frontmatter, isValid) => {
    const dialect = findDialect(id);
    if (dialect === undefined) throw new Error(`No dialect ${id}`);
    expect(new Ajv2020({ strict: false }).compile(jsonSchema(dialect))(frontmatter)).toBe(isValid);
  });
});
