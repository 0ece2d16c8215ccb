export { findBlocks } from "./blocks.ts";
export { languageOfFile } from "./languages.ts";
export { isDefensive, isDefensiveHeading, isForbidden, keepsSecret } from "./stance.ts";
export { statementsOf } from "./statements.ts";
export { unitsOf } from "./units.ts";
export { stringStatements } from "./strings.ts";
export { embeddedUnits } from "./embedded.ts";
export { isNotebook, notebookUnits } from "./notebook.ts";
