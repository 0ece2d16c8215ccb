export { createApp } from "./app.ts";
export {
  DEFAULT_PORT,
  nodeCommand,
  type NodeCommandOptions,
  serveCommand,
  type ServedPlatform,
  type ServeOptions,
} from "./commands.ts";
export { problemResponse, statusOf } from "./problem.ts";
export { type AppPorts, jsonRoute, type Route } from "./route.ts";
export { routes } from "./routes.ts";
export { type RunningServer, type ServerOptions, startServer } from "./server.ts";
