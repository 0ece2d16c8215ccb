import type { Interface, ReadLineOptions } from "node:readline/promises";
import { Writable } from "node:stream";
import { oneLine } from "../../skill/model/index.ts";

/** Loaded for the first question, which most runs do not ask. */
function openLines(options: ReadLineOptions): Interface {
  return process.getBuiltinModule("node:readline/promises").createInterface(options);
}

/** Asks a person for a yes; anything else is a no. */
export async function promptForYes(question: string): Promise<boolean> {
  const lines = openLines({ input: process.stdin, output: process.stderr });
  try {
    const answer = await lines.question(`${oneLine(question)} [y/N] `);
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}

/** Asks a person for a line; the label stands before it. */
export async function promptForText(label: string): Promise<string> {
  const lines = openLines({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(label);
  } finally {
    lines.close();
  }
}

/** Lines of standard input until it ends; a person who types them sees the prompt. */
export async function* readLines(prompt: string): AsyncGenerator<string, void> {
  const isTyped = process.stdin.isTTY && process.stderr.isTTY;
  const lines = openLines({
    input: process.stdin,
    ...(isTyped ? { output: process.stderr } : {}),
  });
  lines.setPrompt(isTyped ? prompt : "");
  try {
    if (isTyped) lines.prompt();
    for await (const line of lines) {
      yield line;
      if (isTyped) lines.prompt();
    }
  } finally {
    lines.close();
  }
}

/** Asks for a secret, which is not shown while it is typed. */
export async function promptForSecret(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const lines = openLines({ input: process.stdin, output: silent, terminal: true });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}
