export type { ContentFile, ContentLimits } from "./folder-content.ts";
export { readContent } from "./folder-content.ts";
