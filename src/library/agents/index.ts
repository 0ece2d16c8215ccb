export type { Agent, AgentSkill, AgentView, SeenAgent } from "./agent.ts";
import type { Agent } from "./agent.ts";
import { claudeCode } from "./claude-code/index.ts";
import { codex } from "./codex/index.ts";
import { copilotCli } from "./copilot-cli/index.ts";
import { geminiCli } from "./gemini-cli/index.ts";
import { opencode } from "./opencode/index.ts";

/** The agents whose releases are modelled; vectors/agents holds what those releases did. */
export const agents: readonly Agent[] = [claudeCode, codex, copilotCli, geminiCli, opencode];
