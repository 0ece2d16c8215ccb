import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { generatedFiles } from "../scripts/docs/generated.ts";
import { dialects, jsonSchema, profiles, readDocument } from "../src/skill/index.ts";
import { skeletonText } from "./contract/dialect.ts";

const root = resolve(import.meta.dirname, "..");

describe("generated files", () => {
  it.each([...generatedFiles()])(
    "%s is what `node scripts/gen-docs.ts` writes",
    (path, content) => {
      const target = resolve(root, path);
      expect(existsSync(target) ? readFileSync(target, "utf8") : "missing").toBe(content);
    },
  );
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
