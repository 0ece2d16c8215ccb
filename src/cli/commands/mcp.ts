import { failure, resolvePath } from "../../platform/index.ts";
import { listenForStop } from "../../platform/machine/index.ts";
import { answerFirst, openMemory } from "../../serve/mcp/early/index.ts";
import type { Context } from "../context.ts";
import type { Early } from "../mcp/serve.ts";
import { programDigest } from "../program-digest.ts";

const MOST_PORT = 65_535;
/** How long the first message is waited for, before what takes long to load keeps it waiting. */
const FIRST_MS = 30;

/** Serves skills over MCP; `mcp inspect` and `mcp call` turn to another server. */
export async function run(context: Context): Promise<number> {
  const [first, ...rest] = context.arguments;
  if (first === "inspect") {
    const { run: inspect } = await import("./mcp-inspect.ts");
    return inspect({ ...context, arguments: rest });
  }
  if (first === "call") {
    const { run: call } = await import("./mcp-call.ts");
    return call({ ...context, arguments: rest });
  }
  checkTogether(context);
  const { options, environment, version } = context;
  if (options.flag("http") || options.flag("check")) return await serve(context);
  // Whoever was answered may end the server before it is there.
  const stop = listenForStop();
  // Without a path the client may say which folders are served, and says it later.
  const memory = first === undefined ? NO_MEMORY : openMemory(environment, toQuestion(context));
  const answer = answerFirst({
    input: process.stdin,
    write: (line) => process.stdout.write(line),
    version,
    instructions: memory.recall,
  });
  await Promise.race([answer.heard, afterwards(FIRST_MS)]);
  try {
    return await serve(context, { memory, stop, handOver: answer.handOver });
  } finally {
    // An input that was listened to keeps the program alive, and a client waits for a server that has refused to start.
    process.stdin.destroy();
  }
}

async function serve(context: Context, early?: Early): Promise<number> {
  const { serve: serveSkills } = await import("../mcp/serve.ts");
  return await serveSkills(context, early);
}

const NO_MEMORY: Early["memory"] = { recall: () => undefined, keep: () => {} };

/** All that what is served depends on, besides the skills. */
function toQuestion({ arguments: paths, folder, options, version }: Context): readonly string[] {
  return [
    programDigest() ?? version,
    folder,
    options.text("as") ?? "",
    options.text("config") ?? "",
    String(options.flag("skip-invalid")),
    ...options.texts("allow-blocked"),
    "",
    ...paths.map((path) => resolvePath(folder, path)),
  ];
}

function afterwards(milliseconds: number): Promise<void> {
  return new Promise((settle) => {
    setTimeout(settle, milliseconds);
  });
}

/** Options that mean nothing alone are a slip, and not passed over. */
function checkTogether({ options }: Context): void {
  if (options.flag("list")) throw failure("cli/usage", "`--list` works only with `inspect`.");
  const ofCalls = ["input", "answers"].find((name) => options.text(name) !== undefined);
  if (ofCalls !== undefined)
    throw failure("cli/usage", `\`--${ofCalls}\` works only with \`call\`.`);
  if (options.flag("login") || options.text("client-file") !== undefined)
    throw failure("cli/usage", "A login works only with `inspect` or `call`.");
  if (options.flag("json") && !options.flag("check"))
    throw failure("cli/usage", "`--json` works only with `--check`, `inspect` or `call`.");
  const port = options.number("port") ?? 0;
  if (Number.isInteger(port) && port >= 0 && port <= MOST_PORT) return;
  throw failure("cli/usage", `The port \`${port}\` is out of range; use 0 to ${MOST_PORT}.`);
}
