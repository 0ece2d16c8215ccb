export { serveEditor } from "./server.ts";
