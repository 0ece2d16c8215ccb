export type { ContentFile } from "./folder-content.ts";
export { readContent, readContentFile } from "./folder-content.ts";
