import { describe, expect, it } from "vitest";
import { formatPath } from "../../skill/index.ts";
import { parseConfig, readConfig } from "./read-config.ts";

function problems(config: unknown): readonly string[] {
  return readConfig(config).diagnostics.map(
    ({ code, path, hint }) =>
      `${code} ${formatPath(path ?? [])}${hint === undefined ? "" : ` ${hint}`}`,
  );
}

describe("parseConfig", () => {
  it("reads JSON5", () => {
    const { value, diagnostics } = parseConfig(
      "{ // loud\n rules: { 'lint/field-ignored': 'error', }, }",
    );
    expect(diagnostics).toEqual([]);
    expect(value).toEqual({ rules: { "lint/field-ignored": "error" } });
  });

  it("tells where the text is not JSON", () => {
    const { value, diagnostics } = parseConfig("{\n  rules: {\n", "my.json");
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { code: "config/syntax", file: "my.json", range: { start: { line: 3, column: 1 } } },
    ]);
  });
});

describe("readConfig", () => {
  it("keeps what is right and tells what is wrong, with its path", () => {
    const { value, diagnostics } = readConfig({
      dialect: "claude",
      rules: { "lint/field-ignored": "off", "lint/field-ignore": "off" },
      overrides: [{ paths: ["a/**", 1], rules: { "lint/file-name": "loud" } }, 3],
      dialects: { claude: { rules: { "lint/file-name": "info" }, dialect: "x" }, claud: {} },
      ignore: "vendor",
    });
    expect(value).toEqual({
      dialect: "claude",
      rules: { "lint/field-ignored": "off" },
      overrides: [{ paths: ["a/**"], rules: {} }],
      dialects: { claude: { rules: { "lint/file-name": "info" } } },
    });
    expect(diagnostics.map(({ code, path }) => `${code} ${formatPath(path ?? [])}`)).toEqual([
      "config/unknown-code rules.lint/field-ignore",
      "config/invalid-value overrides[0].paths[1]",
      "config/invalid-value overrides[0].rules.lint/file-name",
      "config/invalid-value overrides[1]",
      "config/unknown-key dialects.claude.dialect",
      "config/unknown-dialect dialects.claud",
      "config/invalid-value ignore",
    ]);
  });

  it.each<[unknown, readonly string[]]>([
    [{ rulez: {} }, ["config/unknown-key rulez Did you mean `rules`?"]],
    [{ dialect: "claud" }, ["config/unknown-dialect dialect Did you mean `claude`?"]],
    [
      { rules: { "lint/fieldMissing": "off" } },
      ["config/unknown-code rules.lint/fieldMissing Did you mean `lint/field-missing`?"],
    ],
    [
      { rules: { "lint/field-missing": "warn" } },
      ["config/invalid-value rules.lint/field-missing Did you mean `warning`?"],
    ],
    ["off", ["config/invalid-value "]],
    [null, ["config/invalid-value "]],
  ])("helps with %j", (config, expected) => {
    expect(problems(config)).toEqual(expected);
  });

  it("does not let the report of a failure be turned off", () => {
    expect(problems({ rules: { "lint/internal": "off" } })).toHaveLength(1);
  });
});
