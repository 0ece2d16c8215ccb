import { type Operation, operation } from "../operation.ts";
import { DEFAULT_SERVER_NAME, hostFields, LOCAL_ONLY } from "./fields.ts";

export const mcpDisconnect: Operation = operation({
  title: "Disconnect programs from skills",
  details:
    "Removes the entry that `mcp connect` wrote from the settings of programs, and nothing else. The file as it was is kept " +
    "beside it.",
  examples: ["skillwright mcp disconnect", "skillwright mcp disconnect cursor --dry-run"],
  input: {
    ...hostFields,
    host: { ...hostFields.host, doc: "Default: every program that has the entry." },
  },
  effects: "writes",
  needs: ["files"],
  expose: { not: { http: LOCAL_ONLY, mcp: LOCAL_ONLY, browser: LOCAL_ONLY } },
  run: async ({ files }, { host, name = DEFAULT_SERVER_NAME, dryRun }) => {
    const { disconnectHosts } = await import("./connecting.ts");
    return await disconnectHosts(await files.hosts(), { host, name, isDryRun: dryRun });
  },
  exitCode: ({ hosts }) => (hosts.some(({ change }) => change === "refused") ? 1 : 0),
  text: async () => (await import("./connections.text.ts")).connectionsText,
});
