/** What goes over the wire, for operations that are made from the table of routes. */

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** One event of a stream: of a run `thought`, `token`, `citation`, `error` and, as the last, `done`. */
export interface StreamEvent {
  readonly event: string;
  readonly data: { readonly [key: string]: Json };
}

export interface CallOptions {
  /** Ends the call, and at the server what it began. */
  readonly signal?: AbortSignal;
  /** Further headers, such as `if-match`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** How an operation is called; the table of them is generated. */
export interface OperationSpec {
  readonly method: string;
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly answer: "json" | "text" | "bytes" | "stream" | "nothing";
  /** Sends a form in place of JSON. */
  readonly sendsForm?: true;
}
