export type Environment = Readonly<Record<string, string | undefined>>;

/** What is known of where the output goes. */
export interface Terminal {
  readonly isTerminal: boolean;
  readonly hasColors: boolean;
  readonly columns: number;
}

/** How far work has come, before the eyes of a person. */
export interface Progress {
  readonly unit: "folders" | "skills";
  readonly done: number;
  /** Undefined until it is known how many there are. */
  readonly all?: number;
  /** What it is at. */
  readonly path: string;
}

/** Shows progress while work goes on, and takes the line away at its end. */
export interface Meter {
  readonly step: (progress: Progress) => void;
  readonly end: () => void;
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

/** True if input and output are a terminal, so that a person can be asked. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}
