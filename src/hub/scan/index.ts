export { scanSchema } from "./schema.ts";
export { scanFor } from "./scanner.ts";
