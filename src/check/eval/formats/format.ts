/** The contract of a format of evaluation files: a table of fields, and how the rows lie in the file. */
import type { Json, JsonObject, Path } from "../../../skill/index.ts";
import type { EvalCase, EvalSuite, SuiteDefaults, SuiteFile } from "../model.ts";

export type CasePatch = Partial<EvalCase>;

export interface FieldContext {
  /** The skill of the suite; empty where nothing names one. */
  readonly skill: string;
}

/** One key of a case. */
export interface CaseField {
  /** From the root of the row. */
  readonly path: Path;
  /** What the value has to be, to stand after "must be". */
  readonly type: string;
  /** What the key says; undefined where the value is of the wrong type. */
  readonly read: (value: Json, context: FieldContext) => CasePatch | undefined;
  /** Where in a value of the wrong type the fault is, and what it is. */
  readonly findFault?: (
    value: Json,
  ) => { readonly path: Path; readonly message: string } | undefined;
  /** The value of the key; undefined: the key is left out. Absent: the key is read only. */
  readonly write?: (item: EvalCase, context: FieldContext) => Json | undefined;
  /** Another name of a field: where it says nothing new, or is of another type, it is a key that no field stands for. */
  readonly isLoose?: true;
}

/** A case as it lies in its file. */
export interface Row {
  readonly value: Json;
  readonly file: SuiteFile;
  /** Where the row stands in that file. */
  readonly path: Path;
  /** What its place says of it. */
  readonly preset?: CasePatch;
}

export interface OpenedSuite {
  readonly skill?: string;
  readonly name?: string;
  readonly defaults?: SuiteDefaults;
  readonly rows: readonly Row[];
  /** Keys of the file that the format knows. */
  readonly known: readonly string[];
  /** The file, where a part of a key was read into the rows: without that part. */
  readonly rest?: JsonObject;
}

export interface OpenContext {
  readonly file: SuiteFile;
  /** Files beside this one by a pattern with `*` and `**`, relative to its folder. */
  readonly siblings: (pattern: string) => readonly SuiteFile[];
  /** Reads a sibling; undefined where its syntax is wrong, which is reported. */
  readonly parse: (file: SuiteFile) => Json | undefined;
  /** Says that a file which the suite names is not there. */
  readonly reportMissing: (name: string) => void;
  readonly skill: string;
}

/** What is written: rows beside the cases that they stand for. */
export interface WrittenRow {
  readonly item: EvalCase;
  readonly value: Json;
}

export interface EvalFormat {
  readonly id: string;
  readonly title: string;
  /** Where such a file lies as a rule, relative to the skill. */
  readonly file: string;
  /** Whether the value of a file is of this format. */
  readonly detect: (value: Json, file: SuiteFile) => boolean;
  readonly open: (value: Json, context: OpenContext) => OpenedSuite;
  readonly fields: readonly CaseField[];
  /** A row that holds nothing but text, where the format has such rows: what the text says. */
  readonly readText?: (text: string) => CasePatch;
  /** The files of a suite, the main one first; paths relative to the folder of the skill. */
  readonly close: (rows: readonly WrittenRow[], suite: EvalSuite) => readonly ClosedFile[];
}

export interface ClosedFile {
  readonly path: string;
  readonly value: Json;
}

/** The keys of the suite that no field stands for, in front of the ones that the format writes. */
export function withExtensions({ extensions }: EvalSuite, own: JsonObject): JsonObject {
  return { ...extensions, ...own };
}
