import { type Operation, operation } from "../operation.ts";
import { RUNS_HERE } from "./fields.ts";

export const sandboxDoctor: Operation = operation({
  title: "Check sandbox support",
  details:
    "Tries each part of the sandbox and names what is missing, with what to install. Exits with 1 where tools of " +
    "skills are refused.",
  examples: ["skillwright sandbox doctor"],
  input: {},
  effects: "reads",
  needs: ["computer"],
  expose: { not: { http: RUNS_HERE, mcp: RUNS_HERE, browser: RUNS_HERE } },
  run: async ({ computer: { environment, now } }) => {
    const { createBubblewrapRunner } = await import("../../platform/sandbox/index.ts");
    const path = environment["PATH"] ?? "";
    return await createBubblewrapRunner({ path, now, random: Math.random }).walls();
  },
  exitCode: ({ isUsable }) => (isUsable ? 0 : 1),
  text: async () => (await import("./sandbox.text.ts")).sandboxText,
});
