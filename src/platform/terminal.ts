import { stripVTControlCharacters } from "node:util";

export type Environment = Readonly<Record<string, string | undefined>>;

/** What is known of where the output goes. */
export interface Terminal {
  readonly isTerminal: boolean;
  readonly hasColors: boolean;
  readonly columns: number;
}

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** `NO_COLOR` and `FORCE_COLOR` win over what the output says, in this order. */
export function readTerminal(output: Output, environment: Environment): Terminal {
  const isTerminal = output.isTTY === true;
  return {
    isTerminal,
    hasColors: hasColors(isTerminal, environment),
    columns: Math.max(40, output.columns ?? 100),
  };
}

function hasColors(isTerminal: boolean, environment: Environment): boolean {
  const forbidden = environment["NO_COLOR"];
  if (forbidden !== undefined && forbidden !== "") return false;
  const forced = environment["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return isTerminal && environment["TERM"] !== "dumb";
}

/** Controls but for line breaks and tabs, marks that turn the direction of writing, and what takes no room. */
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** Text of strangers must not move the cursor, recolour the screen or hide something from who looks at it. */
export function withoutControls(text: string): string {
  return stripVTControlCharacters(text).replaceAll(UNSEEN, "");
}

/** The same as one line, for pages in which a line of its own would be taken for ours. */
export function oneLine(text: string): string {
  const broken = text.replaceAll(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, " ");
  return withoutControls(broken).replaceAll(/[\n\t]/g, " ");
}
