/** The wording of messages: only errors of syntax say "Unexpected X, expected Y". */
import { describe, expect, it } from "vitest";
import { isTest, readFiles } from "./support/source.ts";

/** Where text is parsed, and the codes that keep the words of a parser. */
const syntax: { readonly [file: string]: string } = {
  "src/skill/text/fence.ts": "parse/unclosed-frontmatter",
  "src/skill/text/recover.ts": "parse/invalid-yaml, parse/tab-indent, parse/unquoted-text",
  "src/skill/dialects/openclaw/read.ts": "parse/unclosed-frontmatter",
  "src/skill/dialects/agentskills/read.ts": "parse/invalid-yaml",
  "src/check/lint/rules/fence-inside.ts": "lint/fence-inside",
  "src/check/lint/rules/fence-unclosed.ts": "lint/fence-unclosed",
  "src/run/workflow/expression/parse.ts": "conditions of workflows",
  "src/run/workflow/expression/tokens.ts": "conditions of workflows",
};

/** A message that begins with the word, by itself or after the name of a field. */
const OLD_FORM = /^\s*(?!\/?\*|\/\/).*(?:["`]|: |\})Unexpected [a-z`$]/u;

const using = readFiles(["src", "web/src"], /\.tsx?$/u)
  .filter(({ path }) => !isTest(path))
  .filter(({ text }) => text.split("\n").some((line) => OLD_FORM.test(line)))
  .map(({ path }) => path);

describe("a message", () => {
  it("begins with `Unexpected` only where text is parsed", () => {
    expect(using.filter((path) => !Object.hasOwn(syntax, path))).toEqual([]);
  });

  it("keeps that form nowhere else than the list says", () => {
    expect(Object.keys(syntax).filter((path) => !using.includes(path))).toEqual([]);
  });
});

/** Values in commands that are words of this program, or of the user who is told. */
const OWN_WORDS = new Set([
  "app/errors.ts ${near}",
  'app/library/systems.ts ${ids[0] ?? ""}',
  "check/eval/read.ts ${this.#format.id}",
  "app/registry/adding.ts ${STDIO}",
  "cli/help.ts ${name}",
  "cli/parse.ts ${spec.name}",
  "app/machine/skill-consent.ts ${odd}",
  "cli/run-operation.ts ${format}",
  "cli/start.ts ${name}",
  "cli/start.ts ${near}",
  "app/catalog/build.ts ${guard.id}",
]);

/** A command or an option between backticks within a template. */
const COMMAND = /\\`(?:skillwright |--[a-z])(?:[^`\\]|\\[^`])*\\`/gu;
const BARE_VALUE = /\$\{(?!quoteForShell\()[^}]*\}/gu;

describe("a command in a message", () => {
  it("[BX-14] quotes what strangers may have named, since it is there to be copied into a shell", () => {
    const bare = readFiles(["src"], /\.ts$/u)
      .filter(({ path }) => !isTest(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(COMMAND)].flatMap(([command]) =>
          [...command.matchAll(BARE_VALUE)].map(
            ([value]) => `${path.slice("src/".length)} ${value}`,
          ),
        ),
      );
    expect(bare.filter((found) => !OWN_WORDS.has(found))).toEqual([]);
    expect([...OWN_WORDS].filter((own) => !bare.includes(own))).toEqual([]);
  });
});
