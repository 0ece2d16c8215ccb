import { failure } from "../../platform/index.ts";
import {
  catalogDocument,
  createSkillServer,
  mcpCommand,
  type McpCommandOptions,
  reportCatalog,
} from "../../serve/mcp/index.ts";
import { type Context, FINDINGS, FINE } from "../context.ts";
import { dialectOption } from "../dialect-option.ts";
import { findSettings } from "../library/settings.ts";

/** Serves skills over MCP; `mcp inspect TARGET` looks at what another server serves. */
export async function run(context: Context): Promise<number> {
  const [first, ...rest] = context.arguments;
  if (first === "inspect") {
    const { run: inspect } = await import("./mcp-inspect.ts");
    return inspect({ ...context, arguments: rest });
  }
  const options = readOptions(context);
  if (context.options.flag("check")) return check(context, options);
  await mcpCommand(options);
  return FINE;
}

function readOptions(context: Context): McpCommandOptions {
  const { version, err, options } = context;
  const paths = context.arguments.length === 0 ? ["."] : context.arguments;
  const as = dialectOption(context, "as");
  if (as === undefined && options.text("config") !== undefined)
    throw failure("cli/usage", "Unexpected `--config` alone, expected `--as` with its system.");
  const facts = as === undefined ? undefined : findSettings(as, context).config?.facts;
  return {
    paths,
    version,
    err,
    isStrict: options.flag("strict"),
    whenBroken: options.flag("skip-invalid") ? "skip" : "stop",
    ...(as === undefined ? {} : { as }),
    ...(facts === undefined ? {} : { settings: facts }),
    ...httpOptions(context),
  };
}

function httpOptions({ options }: Context): Pick<McpCommandOptions, "http"> {
  const port = options.number("port");
  const host = options.text("host");
  if (!options.flag("http")) {
    if (port === undefined && host === undefined) return {};
    throw failure("cli/usage", "Unexpected `--port` or `--host` alone, expected `--http` with it.");
  }
  return {
    http: { ...(port === undefined ? {} : { port }), ...(host === undefined ? {} : { host }) },
  };
}

/** Exits with 1 where a skill is not served, so that a build can ask. */
async function check(context: Context, options: McpCommandOptions): Promise<number> {
  const server = await createSkillServer({ ...options, watches: false });
  try {
    const catalog = server.catalog();
    const text = context.options.flag("json")
      ? JSON.stringify(catalogDocument(catalog), null, 2)
      : reportCatalog(catalog).join("\n");
    context.out(`${text}\n`);
    return catalog.leftOut.length === 0 ? FINE : FINDINGS;
  } finally {
    await server.close();
  }
}
