export type { ContentFile } from "./folder-content.ts";
export { readContent } from "./folder-content.ts";
