import type { DatabaseKind, Migration } from "../migration.ts";
import { runStatements } from "../run-statements.ts";
import { accountTables, auditRules } from "./accounts.ts";
import { knowledgeTables, wordIndex } from "./knowledge.ts";
import { logRules, registryTables } from "./registry.ts";
import { runTables } from "./runs.ts";
import { searchTables, termIndex } from "./search.ts";
import { skillTables } from "./skills.ts";
import { toDialect } from "./types.ts";
import { workflowTables } from "./workflows.ts";

/** The tables of the first release. They refer to tables before them alone; `tables` says what their columns mean. */
export const schema: Migration = {
  id: "067-schema",
  // The last of the steps by which databases came to these tables before the first release.
  replaces: "067-proven-addresses",
  up: (database, kind) => runStatements(database, statementsFor(kind)),
};

function statementsFor(kind: DatabaseKind): readonly string[] {
  const tables = [
    ...accountTables,
    ...skillTables,
    ...knowledgeTables,
    ...runTables,
    ...workflowTables,
    ...registryTables,
    ...searchTables,
  ];
  const rules = [auditRules, wordIndex, logRules, termIndex].flatMap((only) => only[kind]);
  return [...tables.map((statement) => toDialect(kind, statement)), ...rules];
}
