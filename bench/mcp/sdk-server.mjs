/**
 * node bench/mcp/sdk-server.mjs FOLDER
 *
 * What the SDK gives by itself: its own loader of folders behind its own handler, loaded anew when a file
 * changes. Prints the address it listens on.
 */
import { getRequestListener } from "@hono/node-server";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { loadSkills } from "@modelcontextprotocol/server/ext/skills/node";
import { watch } from "node:fs";
import { createServer } from "node:http";

const [folder = "."] = process.argv.slice(2);
const skills = await loadSkills(folder, {
  // As many as `skillwright mcp` puts on a page, so that a request means the same work.
  pageSize: 250,
  cacheHint: { ttlMs: 1000, cacheScope: "private" },
  onWarning: () => undefined,
});
const handler = createMcpHandler(() => {
  const mcp = new McpServer({ name: "sdk", version: "1.0.0" });
  skills.attach(mcp);
  return mcp;
});

let timer;
watch(folder, { recursive: true }, () => {
  clearTimeout(timer);
  timer = setTimeout(() => void skills.reload().catch(() => undefined), 200);
});

const listener = getRequestListener((request) => handler.fetch(request));
const server = createServer((request, response) => {
  void listener(request, response);
});
server.listen(0, "127.0.0.1", () => {
  process.stderr.write(`Listening on http://127.0.0.1:${server.address().port}/mcp.\n`);
});
