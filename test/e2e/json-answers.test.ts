/** `--json` is one promise for all commands: one value, and an object with `error` where the command fails. */
import { expect, it } from "vitest";
import { loadActions, loadCommands } from "../../src/cli/commands/table.ts";
import { playground } from "../support/program.ts";
import { useProgram } from "../support/running.ts";

const { run } = useProgram();
/** It goes on until its input ends, and answers a line each. */
const TALKS: ReadonlySet<string> = new Set(["chat"]);

const specs = [...(await loadCommands()), ...(await loadActions())].filter(
  ({ name, options }) => options.some((option) => option.name === "json") && !TALKS.has(name),
);

it("[BX-15] every command with `--json` refuses in the same shape", async () => {
  const { folder } = playground();
  for (let at = 0; at < specs.length; at += 4)
    await Promise.all(
      specs.slice(at, at + 4).map(async ({ name, arguments: taken }) => {
        const required = taken.find(({ isRequired }) => isRequired);
        const words = required === undefined ? [] : [required.choices?.[0] ?? "nothing"];
        const all = [...name.split(" "), ...words, "--json", "--no-such-option"];
        const { code, stdout } = await run(all, { folder });
        const { error } = JSON.parse(stdout) as { readonly error: unknown };
        expect([name, code, error]).toEqual([
          name,
          2,
          expect.objectContaining({
            code: "cli/usage",
            severity: "error",
            message: expect.stringContaining("--no-such-option") as unknown,
          }),
        ]);
      }),
    );
});

it("[BX-15] a skill that is not there is refused in JSON too", async () => {
  const { folder } = playground();
  const { code, stdout } = await run(["deps", "nothing", "--json"], { folder });
  expect([code, JSON.parse(stdout)]).toMatchObject([1, { error: { severity: "error" } }]);
});
