export { createApp } from "./app.ts";
export { nodeCommand, serveCommand, type ServedPlatform } from "./commands.ts";
export { routes } from "./routes.ts";
export { type RunningServer, type ServerOptions, startServer } from "./server.ts";
