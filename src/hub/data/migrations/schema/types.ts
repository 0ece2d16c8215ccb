import type { DatabaseKind } from "../migration.ts";

/** Statements that only one of the databases knows. */
export type ByKind = Readonly<Record<DatabaseKind, readonly string[]>>;

/** What the two databases call differently, by the word in braces that stands for it. */
const WORDS: Readonly<Record<DatabaseKind, Readonly<Record<string, string>>>> = {
  sqlite: {
    blob: "blob",
    bigint: "integer",
    counted: "number integer primary key autoincrement",
    skillNumber: "number integer primary key",
    // The index of words points at rows by a number, which only such a column keeps for good.
    rowNumber: "number integer primary key",
    byteOrder: "",
    withoutRowid: "without rowid",
  },
  postgres: {
    blob: "bytea",
    bigint: "bigint",
    counted: "number bigint generated always as identity primary key",
    skillNumber: "number integer generated always as identity",
    // Stored, since a search that reads rows beside the index would split each text anew. Words come split already, so
    // the plainest of the configurations takes them as they are.
    rowNumber: "lexemes tsvector generated always as (to_tsvector('simple', words)) stored",
    // The order of slugs and words is that of their bytes, whatever language the database speaks.
    byteOrder: 'collate "C"',
    withoutRowid: "",
  },
};

export function toDialect(kind: DatabaseKind, statement: string): string {
  return statement.replaceAll(/\{(\w+)\}/gu, (whole, word: string) => WORDS[kind][word] ?? whole);
}
