export { scanSchema } from "./schema.ts";
export { type AuditedScan, createScanner, type Scanner } from "./scanner.ts";
