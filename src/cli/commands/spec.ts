/** What a row of the table of commands says. */

export interface ValueSpec {
  /** As help shows it: `FILE`, `N`. */
  readonly name: string;
  readonly kind: "text" | "number" | "file" | "folder" | "choice" | "dialect" | "code" | "command";
  readonly choices?: readonly string[];
}

export interface OptionSpec {
  /** Without the dashes. `no-cache` switches off what is on by default. */
  readonly name: string;
  readonly short?: string;
  /** Default: a switch. */
  readonly value?: ValueSpec;
  /** May be given more than once. */
  readonly isRepeatable?: boolean;
  readonly summary: string;
}

export interface ArgumentSpec extends ValueSpec {
  readonly isRequired: boolean;
  readonly isVariadic: boolean;
  readonly summary: string;
}

export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  /** What the summary leaves open, in a few sentences. */
  readonly details: string;
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
  readonly examples: readonly string[];
  /** Commands of two words that begin with this one; they have the arguments and options. */
  readonly actions?: readonly { readonly name: string; readonly summary: string }[];
}
