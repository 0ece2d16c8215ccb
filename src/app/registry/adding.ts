import { failure } from "../../platform/index.ts";
import { type InstallResult, installSkill } from "../../registry/install/index.ts";
import {
  fetchSkill,
  type McpAddress,
  type Origin,
  readMcpAddress,
} from "../../registry/sources/index.ts";
import type { Context } from "../context.ts";
import type { LocalComputer } from "../machine/local-computer.ts";
import { type ConnectionInput, withConnection } from "../machine/mcp-connection.ts";
import { type ReviewInput, toReviewOptions } from "./consent.ts";
import { ownFolder } from "./sources.ts";
import { trustedKeys } from "./trusted-keys.ts";

const SCHEME = "mcp:";
/** Stands for the command after `--`, since a command does not fit into one word. */
const STDIO = "stdio";

interface AddInput extends ConnectionInput, ReviewInput {
  readonly source: readonly string[];
  readonly to?: string;
  readonly force: boolean;
  readonly dryRun: boolean;
}

export type AddAnswer = InstallResult & { readonly origin: Origin; readonly isDryRun: boolean };

/** Installs one skill from elsewhere, verified. */
export async function addSkill(
  context: Context & { readonly computer: LocalComputer },
  input: AddInput,
): Promise<AddAnswer> {
  const { computer } = context;
  const { address, name } = readSource(input.source);
  const skill = await withConnection(computer, input, address, (connection) =>
    fetchSkill(connection, name),
  );
  const { dryRun: isDryRun } = input;
  const installed = await installSkill(skill, {
    folder: ownFolder(computer, input),
    mayReplace: input.force,
    mayBeRisky: input.allowRisky,
    isDryRun,
    ...toReviewOptions(context, input),
    now: computer.now(),
    trust: trustedKeys(computer),
  });
  return { ...installed, origin: skill.origin, isDryRun };
}

interface Source {
  readonly address: McpAddress;
  readonly name: string | undefined;
}

function readSource([source = "", ...command]: readonly string[]): Source {
  if (!source.startsWith(SCHEME))
    throw failure(
      "cli/usage",
      `\`add\` takes a source that begins with \`${SCHEME}\`, not \`${source}\`.`,
      { hint: "See `skillwright help add`." },
    );
  const text = source.slice(SCHEME.length);
  const hash = text.indexOf("#");
  const place = hash === -1 ? text : text.slice(0, hash);
  const name = hash === -1 ? undefined : decode(text.slice(hash + 1));
  if (place === STDIO) return { address: readMcpAddress(command), name };
  if (command.length > 0)
    throw failure(
      "cli/usage",
      `Only \`mcp:${STDIO}#NAME\` can be followed by a command: remove \`${command[0] ?? ""}\`.`,
    );
  const address = readMcpAddress([place]);
  if (address.kind === "stdio")
    throw failure(
      "cli/usage",
      `The source \`${place}\` is neither a web address nor \`${STDIO}\`.`,
      { hint: `A server that is started: \`skillwright add mcp:${STDIO}#NAME -- COMMAND…\`.` },
    );
  return { address, name };
}

function decode(text: string): string | undefined {
  try {
    return text === "" ? undefined : decodeURIComponent(text);
  } catch {
    return text;
  }
}
