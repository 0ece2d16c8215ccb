/**
 * node test/support/hosts-program.ts serve|node <options as JSON>
 *
 * Runs one end of the connection between a gateway and its hosts in a process of its own, which tests can
 * kill. The token comes from the environment; `platform` makes the host one of another system.
 */
import { runNode } from "../../src/library/hosts/index.ts";
import { thisMachine } from "../../src/platform/machine/index.ts";
import { nodeCommand, serveCommand } from "../../src/serve/http/index.ts";
import { SkillError } from "../../src/skill/model/index.ts";

const [mode, settings = "{}"] = process.argv.slice(2);
const options = {
  ...JSON.parse(settings),
  version: "0.0.0",
  environment: process.env,
  err: (text: string) => process.stderr.write(text),
};

/** A host that says it has another system. */
function runForeign(platform: string): Promise<void> {
  const token = process.env["SKILLWRIGHT_HOST_TOKEN"] ?? "";
  const machine = { ...thisMachine(), platform };
  return runNode({ ...options, token }, { machine, say: (line) => options.err(`${line}\n`) });
}

try {
  if (mode === "serve") await serveCommand(options);
  else await (options.platform === undefined ? nodeCommand(options) : runForeign(options.platform));
} catch (error) {
  if (!SkillError.isInstance(error)) throw error;
  process.stderr.write(`failed: ${error.diagnostic.code}\n`);
  process.exitCode = 1;
}
