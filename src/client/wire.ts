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

/** Options of a single call. */
export interface CallOptions {
  /** Ends the call, and at the server what it began. */
  readonly signal?: AbortSignal;
  /** Changes only the version that it names, as `onAnswer` gave it; else the server refuses with 412. */
  readonly ifMatch?: string;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Hears of what comes with an answer besides its body, before the call settles. */
  readonly onAnswer?: (answer: AnswerInfo) => void;
}

/** Status and headers of an answer. */
export interface AnswerInfo {
  readonly status: number;
  /** The version of what was read or written, for `ifMatch`. */
  readonly etag?: string;
  /** By which the server's log knows the request. */
  readonly requestId?: string;
  readonly headers: Headers;
}

/** How an operation is called; the table of them is generated. */
export interface OperationSpec {
  readonly method: string;
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly answer: "json" | "text" | "bytes" | "stream" | "nothing";
  /** Sends a form in place of JSON. */
  readonly sendsForm?: true;
  /** A field of the body that is set. */
  readonly sets?: string;
}
