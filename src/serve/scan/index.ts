export { scanSchema } from "./schema.ts";
export { createScanner, type Scanner } from "./scanner.ts";
