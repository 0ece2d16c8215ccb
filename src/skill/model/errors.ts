/** The catalogue of a room: every failure that it can throw, by its code. */
import { type Diagnostic, SkillError } from "./diagnostic.ts";

export interface ErrorRow<Params> {
  /** What has to hold, as one sentence for lists of codes. */
  readonly title: string;
  /** Status over HTTP. Default: 400. */
  readonly status?: number;
  /** Exit code of a command: 1 for a refusal, 2 for usage, configuration and failed I/O. Default: 2. */
  readonly exit?: 1 | 2;
  /** What is wrong, in one plain sentence. */
  readonly message: (params: Params) => string;
  /** What to do next. */
  readonly hint?: (params: Params) => string | undefined;
}

export type ErrorCatalogue<Params> = {
  readonly [Code in keyof Params & string]: ErrorRow<Params[Code]>;
};

/** The status over HTTP of each code that has one. */
export function listStatuses<Params>(catalogue: ErrorCatalogue<Params>): {
  readonly [code: string]: number;
} {
  const rows: [string, ErrorRow<never>][] = Object.entries(catalogue);
  return Object.fromEntries(
    rows.flatMap(([code, { status }]) => (status === undefined ? [] : [[code, status] as const])),
  );
}

type Place = Pick<Diagnostic, "file" | "range" | "path" | "cause">;

/** An error with the words of its catalogue. */
export function failFrom<Params, Code extends keyof Params & string>(
  catalogue: ErrorCatalogue<Params>,
  code: Code,
  params: Params[Code],
  place: Place = {},
): SkillError {
  const row = catalogue[code];
  const hint = row.hint?.(params);
  const { status, exit } = row;
  return new SkillError(
    {
      code,
      severity: "error",
      message: row.message(params),
      ...(hint === undefined ? {} : { hint }),
      ...place,
    },
    { ...(status === undefined ? {} : { status }), ...(exit === undefined ? {} : { exit }) },
  );
}
