import type { Migration } from "./migration.ts";
import { schema } from "./schema/index.ts";
import { searchNames } from "./search-names.ts";

export type { DatabaseKind, Migration } from "./migration.ts";

/** Every step, oldest first. A new one goes to the end. */
export const migrations: readonly Migration[] = [schema, searchNames];
