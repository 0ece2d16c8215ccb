import { withPlaced } from "../place.ts";
import { PROGRAMS } from "../programs.ts";
import type { Stub } from "../stub.ts";
import type { Agent, AgentId, Case } from "../types.ts";
import { createClaude } from "./claude.ts";
import { createCodex } from "./codex.ts";
import { createCopilot } from "./copilot.ts";
import { createGemini } from "./gemini.ts";
import { createGoose } from "./goose.ts";
import { createOpencode } from "./opencode.ts";

/** For one start of a program; a busy machine takes its time. */
const LIMIT_MS = 120_000;

const EMPTY: Case = {
  id: "empty",
  note: "",
  in: { files: {}, cwd: "PROJECT", git: ["PROJECT"] },
};

export function createAgent(id: AgentId, program: string, stub: Stub): Agent {
  const { version } = PROGRAMS[id];
  switch (id) {
    case "claude":
      return createClaude(program, version, stub, LIMIT_MS, (use) => withPlaced(EMPTY, use));
    case "codex":
      return createCodex(program, version, LIMIT_MS);
    case "gemini":
      return createGemini(program, version, stub, LIMIT_MS);
    case "opencode":
      return createOpencode(program, version, stub, LIMIT_MS);
    case "copilot":
      return createCopilot(program, version, stub, LIMIT_MS);
    case "goose":
      return createGoose(program, version, stub, LIMIT_MS);
  }
}
