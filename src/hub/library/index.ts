export { createLibraryView, type LibraryView } from "./view.ts";
export { rowOfShelf, type SkillRow, type SystemState } from "./rows.ts";
