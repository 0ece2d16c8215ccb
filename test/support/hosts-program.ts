/**
 * node test/support/hosts-program.ts serve|node <options as JSON>
 *
 * Runs one end of the connection between a gateway and its hosts in a process of its own, which tests can
 * kill. The token comes from the environment.
 */
import { nodeCommand, serveCommand } from "../../src/serve/http/index.ts";
import { SkillError } from "../../src/skill/model/index.ts";

const [mode, settings = "{}"] = process.argv.slice(2);
const options = {
  ...JSON.parse(settings),
  version: "0.0.0",
  environment: process.env,
  err: (text: string) => process.stderr.write(text),
};

try {
  await (mode === "serve" ? serveCommand(options) : nodeCommand(options));
} catch (error) {
  if (!SkillError.isInstance(error)) throw error;
  process.stderr.write(`failed: ${error.diagnostic.code}\n`);
  process.exitCode = 1;
}
