/** A database whose server ends in the middle of its work: after some statements, nothing is done any more. */
import type { KyselyPlugin, RootOperationNode } from "kysely";
import type { Database } from "../../src/hub/data/index.ts";

export interface DyingOptions {
  readonly kind: "InsertQueryNode" | "DeleteQueryNode";
  readonly table: string;
  /** So many of these statements are still done. */
  readonly after: number;
}

export function dyingDatabase(
  database: Database,
  { kind, table, after }: DyingOptions,
): Database & { readonly isDead: () => boolean } {
  let [count, isDead] = [0, false];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (node.kind === kind && tableOf(node) === table) isDead ||= count++ >= after;
      if (isDead) throw new Error("The server has ended.");
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return { ...database, query: database.query.withPlugin(plugin), isDead: () => isDead };
}

function tableOf(node: RootOperationNode): string | undefined {
  if (node.kind === "InsertQueryNode") return node.into?.table.identifier.name;
  if (node.kind !== "DeleteQueryNode") return undefined;
  const [from] = node.from.froms;
  return from?.kind === "TableNode" && "table" in from
    ? (from as unknown as { readonly table: { readonly identifier: { readonly name: string } } })
        .table.identifier.name
    : undefined;
}
