import { type Operation, operation } from "../operation.ts";
import { agreementFields, installField, rootField, RUNS_HERE } from "./fields.ts";

const manifestFields = {
  manifest: {
    kind: "file",
    positional: true,
    doc: "Manifest, or the folder that holds it (default: the working directory).",
  },
  set: {
    kind: "text",
    placeholder: "NAME",
    doc: "Set of skills (default: that of the manifest).",
  },
} as const;

const expose = { not: { http: RUNS_HERE, mcp: RUNS_HERE, browser: RUNS_HERE } } as const;

export const agentCheck: Operation = operation({
  title: "Show the skills of an agent's manifest",
  details:
    "Reads `AGENT.yaml` or `gaia-agent.yaml`: skills, sets, versions, required or not. Shows them in the order of " +
    "loading, and what is missing with the command that fixes it.",
  examples: ["skillwright agent check"],
  input: { ...manifestFields, ...rootField },
  effects: "reads",
  needs: ["files"],
  expose,
  run: async ({ files }, input) => {
    const { checkAgent } = await import("./agent-plan.ts");
    return await checkAgent(files, input);
  },
  exitCode: ({ problems }) => (problems.some(({ severity }) => severity === "error") ? 1 : 0),
  text: async () => (await import("./agent-plan.text.ts")).agentText,
});

export const agentLoad: Operation = operation({
  title: "Load the skills of an agent's manifest",
  details: "Does what `agent check` does, and imports the tools of the skills in the sandbox.",
  examples: ["skillwright agent load agents/chat --set work"],
  input: { ...manifestFields, ...agreementFields, ...installField, ...rootField },
  effects: "writes",
  needs: ["files"],
  expose,
  run: async ({ files }, input) => {
    const { loadManifest } = await import("./agent-plan.ts");
    return await loadManifest(files, input);
  },
  exitCode: ({ tools }) => (tools === undefined ? 1 : 0),
  text: async () => (await import("./agent-plan.text.ts")).agentText,
});
