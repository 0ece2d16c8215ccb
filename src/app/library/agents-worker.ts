/** A thread that looks at the skills of coding agents: where they are many, reading all of them takes seconds. */
import { parentPort } from "node:worker_threads";
import { agentFiles, discoverAgents } from "./agents.ts";
import type { Computer } from "./selection.ts";

interface Question {
  readonly id: number;
  readonly value: Pick<Computer, "environment" | "folder">;
}

parentPort?.on("message", ({ id, value }: Question) => {
  const selection = { host: [], root: [], fresh: false, plainText: false };
  try {
    const agents = discoverAgents(selection, value).map(agentFiles);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window.
    parentPort?.postMessage({ id, value: agents });
  } catch (error) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window.
    parentPort?.postMessage({ id, error: String(error) });
  }
});
