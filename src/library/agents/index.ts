export type {
  Agent,
  AgentSkill,
  AgentView,
  DiscoveredAgent,
  DroppedFile,
  IgnoredSettings,
} from "./agent.ts";
export { findMisplaced, findUnusedFiles } from "./unused-files.ts";
import type { Agent } from "./agent.ts";
import { claudeCode } from "./claude-code/index.ts";
import { codex } from "./codex/index.ts";
import { copilotCli } from "./copilot-cli/index.ts";
import { cursor } from "./cursor/index.ts";
import { geminiCli } from "./gemini-cli/index.ts";
import { goose } from "./goose/index.ts";
import { opencode } from "./opencode/index.ts";
import { vscode } from "./vscode/index.ts";

/** The agents that are modelled; vectors/agents holds what the programs did that confirm them. */
export const agents: readonly Agent[] = [
  claudeCode,
  codex,
  copilotCli,
  cursor,
  geminiCli,
  goose,
  opencode,
  vscode,
];
