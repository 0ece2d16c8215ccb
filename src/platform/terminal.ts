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

/** True when somebody sits at both ends of the program and can be asked. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}
