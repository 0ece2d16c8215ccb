import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { configSchema } from "./config-schema.ts";
import { readConfig } from "./read-config.ts";

const file = new URL("../../../schemas/config.schema.json", import.meta.url);

describe("configSchema", () => {
  it("is the one that is published; `npm run docs` writes it", () => {
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(configSchema());
  });

  const validate = new Ajv().compile(configSchema());

  it.each<[string, unknown]>([
    ["nothing", {}],
    ["levels", { rules: { "lint/field-missing": "off", "parse/byte-order-mark": "error" } }],
    ["overrides", { overrides: [{ paths: ["a/**"], dialect: "claude", rules: {} }] }],
    ["dialects", { dialects: { claude: { rules: { "lint/field-ignored": "off" } } } }],
    ["everything else", { $schema: "x", dialect: "agentskills", ignore: ["vendor"] }],
    ["a list", []],
    ["an unknown key", { rule: {} }],
    ["an unknown code", { rules: { "lint/nothing": "off" } }],
    ["an unknown level", { rules: { "lint/field-missing": "warn" } }],
    ["an unknown dialect", { dialect: "none" }],
    ["unknown dialects", { dialects: { none: {} } }],
    ["overrides without paths", { overrides: [{ rules: {} }] }],
    ["paths that are no list", { overrides: [{ paths: "a" }] }],
    ["patterns that are no text", { ignore: [1] }],
  ])("agrees with the reader on %s", (_, config) => {
    expect(validate(config)).toBe(readConfig(config).diagnostics.length === 0);
  });
});
