import type { AgentId, Case } from "../types.ts";

export function buildCases(_id: AgentId): readonly Case[] {
  return [];
}
