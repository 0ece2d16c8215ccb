export { runCodes } from "./diagnostics.ts";
