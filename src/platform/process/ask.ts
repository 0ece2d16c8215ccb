import { createInterface } from "node:readline/promises";

/** True when somebody sits at both ends of the program and can be asked. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/** Asks a person for a yes; anything else is a no. */
export async function askForYes(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await lines.question(`${question} [y/N] `);
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
