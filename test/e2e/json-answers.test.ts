/** `--json` is one promise for all commands: one object, and an object with `error` where the command fails. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loadActions, loadCommands } from "../../src/cli/commands/table.ts";
import type { ArgumentSpec, CommandSpec } from "../../src/cli/commands/spec.ts";
import type { Diagnostic } from "../../src/skill/index.ts";
import { parse } from "../../src/cli/parse.ts";
import { playground } from "../support/program.ts";
import { useProgram } from "../support/running.ts";
import { until } from "../support/wait.ts";

const { start, run } = useProgram();
const PASSWORD = "planted-password-4711";
/** They answer with an object for each event or case. */
const LINES: ReadonlySet<string> = new Set(["run", "chat", "conform", "workflow run"]);

const SKILL =
  "---\nname: notes\ndescription: Writes notes. Use when a version is released.\nversion: 1.0.0\n---\n\nRead the log.\n";

const specs = [...(await loadCommands()), ...(await loadActions())].filter(({ options }) =>
  options.some((option) => option.name === "json"),
);

/** Does the work for all, four at a time. */
async function forAll<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += 4)
    await Promise.all(all.slice(at, at + 4).map((one) => work(one)));
}

it("[BX-15] every command refuses an option that it does not have", () => {
  for (const spec of specs) {
    const [words = []] = toCalls(spec);
    const given = words.slice(spec.name.split(" ").length);
    expect(() => parse(spec, [...given, "--json", "--no-such-option"])).toThrow(
      expect.objectContaining({
        diagnostic: expect.objectContaining({
          code: "cli/usage",
          message: expect.stringContaining("--no-such-option") as unknown,
        }) as unknown,
      }),
    );
  }
});

it("[BX-15] a refusal of words is an object with `error`", async () => {
  const { folder } = playground();
  const { code, stdout } = await run(["deps", "x", "--json", "--no-such-option"], { folder });
  const error = expect.objectContaining({ code: "cli/usage", severity: "error" }) as unknown;
  expect([code, JSON.parse(stdout)]).toEqual([2, { error }]);
});

function wordFor({ kind }: ArgumentSpec): string {
  if (kind === "code") return "lint/name-directory";
  return kind === "file" || kind === "folder" ? "skills/notes" : "notes";
}

/** Every command, and each of its actions, with a word for each of its arguments. */
function toCalls({ name, arguments: taken, actions }: CommandSpec): readonly (readonly string[])[] {
  const [first, ...others] = taken;
  // The actions of a family are commands of the list themselves.
  if (actions !== undefined) return [];
  if (first?.choices === undefined) return [[...name.split(" "), ...taken.map(wordFor)]];
  const words = others.flatMap((one) =>
    one.isVariadic ? [wordFor(one), "skills/notes"] : "notes",
  );
  return first.choices.map((choice) => [name, choice, ...words]);
}

it("[BX-15] every command with `--json` answers with an object, never with a list", async () => {
  const server = start(["serve", "--port", "0"], {
    environment: { SKILLWRIGHT_ADMIN_PASSWORD: PASSWORD },
  });
  await until("the server listens", () => server.output().includes("Listening on"));
  const url = /Listening on (http:\S+)\.\n/u.exec(server.output())?.[1] ?? "";
  const home = playground();
  const environment = { SKILLWRIGHT_PASSWORD: PASSWORD, SKILLWRIGHT_SERVER: url };
  await run(["login", url], { folder: home.folder, environment });
  const login = readFileSync(home.path(".skillwright/logins.json"), "utf8");
  const faults: string[] = [];
  await forAll(specs.flatMap(toCalls), async (words) => {
    const ground = playground({
      "skills/notes/SKILL.md": SKILL,
      ".skillwright/logins.json": login,
    });
    const { code, stdout } = await run([...words, "--json"], {
      folder: ground.folder,
      environment,
    });
    const isLines = LINES.has(words[0] ?? "") || LINES.has(words.slice(0, 2).join(" "));
    const answers = isLines && !stdout.startsWith("{\n") ? stdout.trim().split("\n") : [stdout];
    if (!answers.every((answer) => isAnswer(answer, code)))
      faults.push(`${words.join(" ")}: ${stdout.slice(0, 200)}`);
  });
  expect(faults).toEqual([]);
});

/** An object; where the command could not do what it was asked for, with the problem as `error`. */
function isAnswer(text: string, code: number | null): boolean {
  if (!text.startsWith("{")) return false;
  const { error } = JSON.parse(text) as { readonly error?: Partial<Diagnostic> };
  if (error === undefined) return code !== 2;
  return typeof error.code === "string" && typeof error.message === "string";
}
