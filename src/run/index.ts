export { runError, runErrors } from "./errors.ts";
