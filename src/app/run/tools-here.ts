/** What the model of a run may call: the tools that the skill brings, and those of MCP servers that it was granted. */
import { type Diagnostic, SkillError } from "../../skill/index.ts";
import { fileExists, joinPath, parentOf, resolvePath } from "../../platform/index.ts";
import type { SandboxPolicy } from "../../run/authority/index.ts";
import type { ToolBox } from "../../run/execute/index.ts";
import type { SkillTools } from "../../run/tools/index.ts";
import type { Agreement } from "../tools/local-tools.ts";
import { findOne } from "../machine/inputs.ts";
import type { LocalComputer } from "../machine/local-computer.ts";
import { authorizeBy, toLoadOptions, toPlaces } from "../machine/local-tools.ts";
import { readMcpServers } from "../machine/mcp-servers.ts";

export interface ToolsInput extends Agreement {
  readonly skill: string;
  readonly noTools: boolean;
  readonly install: boolean;
}

/** After the user has agreed to what they may touch; refuses where the user has not. */
export async function openToolsHere(
  computer: LocalComputer,
  input: ToolsInput,
  tell: (problem: Diagnostic) => void,
): Promise<ToolBox | undefined> {
  // What comes from standard input has no folder, and no signature.
  if (input.skill === "-" || input.noTools) return undefined;
  const file = findOne(input.skill);
  const { loadTools, MODULE_FILES, readSkillTools, createToolBox } =
    await import("../../run/tools/index.ts");
  const hasModule = MODULE_FILES.some((name) => fileExists(joinPath(parentOf(file.path), name)));
  const boxes: ToolBox[] = [];
  try {
    // Nothing in the sandbox lies where this process was started.
    const tools = await readSkillTools(resolvePath(computer.folder, file.path), file.shown);
    let policy: SandboxPolicy;
    if (hasModule) {
      const options = toLoadOptions(computer, toPlaces(computer, []), input, input.install);
      const loaded = await loadTools(tools, options);
      boxes.push(createToolBox(loaded));
      policy = loaded.policy;
    } else {
      if (!(await usesServers(tools, computer, tell))) return undefined;
      policy = await authorizeBy(tools, input, computer);
    }
    const { joinBoxes, openServerTools } = await import("./server-tools.ts");
    const servers = await openServerTools(computer, policy);
    return joinBoxes(servers === undefined ? boxes : [...boxes, servers]);
  } catch (error) {
    for (const box of boxes) await box.close();
    if (!SkillError.isInstance(error)) throw error;
    const { hint = "", ...problem } = error.diagnostic;
    throw new SkillError(
      { ...problem, hint: `${hint} \`--no-tools\` runs the skill without them.`.trim() },
      { exit: 1 },
    );
  }
}

/** Whether instructions without code ask for servers that are there; says which are missing. */
async function usesServers(
  tools: SkillTools,
  computer: LocalComputer,
  tell: (problem: Diagnostic) => void,
): Promise<boolean> {
  const { policyFor } = await import("../../run/tools/index.ts");
  const { items } = policyFor(tools, { mcpServers: [...readMcpServers(computer).keys()] });
  const asked = items.filter(({ parts, state }) => parts.domain === "mcp" && state !== "denied");
  const missing = asked.find(({ state }) => state === "unavailable");
  if (missing === undefined) return asked.length > 0;
  tell({
    code: "cli/no-mcp-server",
    severity: "warning",
    message:
      `The skill asks for \`${missing.permission}\`; it runs without. ${missing.note ?? ""}`.trim(),
    hint: "Add the server to `~/.skillwright/mcp.json`.",
  });
  return false;
}
