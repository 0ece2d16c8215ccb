/** The same function in a plain worker process: lines of JSON in, lines of JSON out. */
import { createInterface } from "node:readline";

function echo({ text, times = 1 }) {
  return { said: text.repeat(times) };
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  process.stdout.write(`${JSON.stringify({ id: message.id, result: echo(message.arguments) })}\n`);
});
