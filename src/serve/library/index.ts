export { createLibraryView, type LibraryView } from "./view.ts";
export { rowOfShelf, type SkillRow } from "./rows.ts";
