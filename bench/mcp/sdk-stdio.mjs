/**
 * node bench/mcp/sdk-stdio.mjs FOLDER
 *
 * The smallest server of skills over standard input and output that the SDK gives: it answers first, and reads the folder
 * when a client asks for skills.
 */
import { McpServer } from "@modelcontextprotocol/server";
import { loadSkills } from "@modelcontextprotocol/server/ext/skills/node";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const [folder = "."] = process.argv.slice(2);
// Read beside the first answers; those who ask for skills before it is done are told of none.
const skills = await loadSkills(folder, { pageSize: 250, onWarning: () => undefined });

serveStdio(() => {
  const mcp = new McpServer({ name: "sdk", version: "1.0.0" });
  skills.attach(mcp);
  return mcp;
});
