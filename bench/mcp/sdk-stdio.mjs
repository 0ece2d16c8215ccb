/**
 * node bench/mcp/sdk-stdio.mjs FOLDER
 *
 * The smallest server of skills that the SDK gives over standard input and output: it answers first, and reads the folder when a
 * client asks for skills.
 */
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

serveStdio(async () => {
  return new McpServer({ name: "sdk", version: "1.0.0" }, { capabilities: { tools: {} } });
});
