/** The tools of MCP servers that a skill was granted, as a model is offered them beside the skill's own. */
import { failure, reasonOf } from "../../platform/index.ts";
import {
  callTool,
  connectMcp,
  type McpConnection,
  readMcpAddress,
  type ToolResult,
} from "../../registry/sources/index.ts";
import { type SandboxPolicy, splitServer } from "../../run/authority/index.ts";
import type { ToolBox } from "../../run/execute/index.ts";
import type { ToolAnswer } from "../../run/models/index.ts";
import { type JsonObject, SkillError } from "../../skill/index.ts";
import type { LocalComputer } from "../machine/local-computer.ts";
import { requireEncryption } from "../machine/logins.ts";
import { loginTo } from "../machine/mcp-connection.ts";
import { type McpServerSettings, readMcpServers } from "../machine/mcp-servers.ts";

type Computer = Pick<LocalComputer, "environment" | "err" | "version">;

/** More would leave the model no room for anything else. */
const MOST_TOOLS = 128;
const MOST_ANSWER_BYTES = 1024 * 1024;
const MOST_ANSWER_CHARACTERS = 100_000;

/** A tool under the name by which the model calls it. */
interface OfferedTool {
  readonly offered: string;
  readonly tool: string;
  readonly connection: McpConnection;
}

/** Connects to every server that the policy opens, and offers the tools of each that it opens; undefined without any. */
export async function openServerTools(
  computer: Computer,
  { mcp }: Pick<SandboxPolicy, "mcp">,
): Promise<ToolBox | undefined> {
  const servers = readMcpServers(computer);
  const wanted = [...servers].filter(([name]) => findAllowedTools(mcp, name) !== undefined);
  if (wanted.length === 0) return undefined;
  const connections: McpConnection[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(connections.map((connection) => connection.close()));
  };
  try {
    const tools: ToolBox["tools"][number][] = [];
    const offered = new Map<string, OfferedTool>();
    for (const [name, settings] of wanted) {
      const connection = await connect(computer, name, settings);
      connections.push(connection);
      const granted = findAllowedTools(mcp, name) ?? [];
      const listed = (await connection.client.listTools()).tools.filter(
        ({ name: tool }) =>
          (granted === "all" || granted.includes(tool)) && settings.tools?.includes(tool) !== false,
      );
      for (const { name: tool, description = "", inputSchema } of listed.slice(0, MOST_TOOLS)) {
        const as = freeName(`${name}__${tool}`, offered);
        offered.set(as, { offered: as, tool, connection });
        // It came as JSON.
        tools.push({ name: as, description, input: inputSchema as JsonObject });
      }
    }
    return { tools, call: (name, input, signal) => call(offered.get(name), input, signal), close };
  } catch (error) {
    await close();
    throw SkillError.isInstance(error) ? error : unusable(error);
  }
}

/** Of a server, by their names; undefined: the server is not open at all. */
function findAllowedTools(
  mcp: SandboxPolicy["mcp"],
  name: string,
): readonly string[] | "all" | undefined {
  if (mcp === "all") return "all";
  const own = mcp.map(splitServer).filter(({ server }) => server === name);
  if (own.length === 0) return undefined;
  const tools = own.flatMap(({ tool }) => (tool === undefined ? [] : [tool]));
  return tools.length < own.length ? "all" : tools;
}

async function connect(
  computer: Computer,
  name: string,
  { target, environment, tokenEnv }: McpServerSettings,
): Promise<McpConnection> {
  const address = readMcpAddress(target);
  const token = tokenEnv === undefined ? undefined : computer.environment[tokenEnv];
  if (tokenEnv !== undefined && (token === undefined || token === ""))
    throw failure("cli/usage", `The MCP server \`${name}\` needs the variable \`${tokenEnv}\`.`);
  if (token !== undefined && address.kind === "http") requireEncryption(address.url);
  return await connectMcp(address, {
    version: computer.version,
    mostBytes: MOST_ANSWER_BYTES,
    ...(token === undefined ? loginTo(computer, {}, address) : { token }),
    ...(environment === undefined ? {} : { environment }),
  });
}

const LONGEST_NAME = 64;

/** As models may call tools: letters, digits, hyphens and underscores. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_-]/gu, "_").slice(0, LONGEST_NAME);
  for (let count = 2, free = plain; ; count += 1) {
    if (!taken.has(free)) return free;
    const ending = `_${count}`;
    free = plain.slice(0, LONGEST_NAME - ending.length) + ending;
  }
}

/** What goes wrong is told to the model, which may try another way. */
async function call(
  found: OfferedTool | undefined,
  input: JsonObject,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  if (found === undefined) return { text: "No such tool is offered.", isError: true };
  try {
    return toAnswer(await callTool(found.connection, found.tool, input, { signal }));
  } catch (error) {
    signal.throwIfAborted();
    return { text: `The MCP server failed: ${reasonOf(error)}`, isError: true };
  }
}

function toAnswer({ content, structuredContent, isError = false }: ToolResult): ToolAnswer {
  const said = content.map(({ type, text }) => text ?? `[${type}]`).join("\n");
  const text = said === "" ? JSON.stringify(structuredContent ?? null) : said;
  return { text: text.slice(0, MOST_ANSWER_CHARACTERS).toWellFormed(), isError };
}

function unusable(error: unknown): Error {
  return failure(
    "cli/usage",
    `An MCP server that the skill uses failed: ${reasonOf(error).replace(/\.$/u, "")}.`,
    { cause: error },
  );
}

/** The tools of several boxes as those of one; a name counts for the first that has it. */
export function joinBoxes(boxes: readonly ToolBox[]): ToolBox | undefined {
  const [first, ...others] = boxes;
  if (first === undefined || others.length === 0) return first;
  const owners = new Map<string, ToolBox>();
  for (const box of boxes)
    for (const { name } of box.tools) if (!owners.has(name)) owners.set(name, box);
  return {
    tools: boxes.flatMap((box) => box.tools.filter(({ name }) => owners.get(name) === box)),
    call: (name, input, signal) => (owners.get(name) ?? first).call(name, input, signal),
    close: async () => {
      await Promise.all(boxes.map((box) => box.close()));
    },
  };
}
