export { scanSchema } from "./schema.ts";
export { createScanner, type Scanner, type ScanRequest } from "./scanner.ts";
