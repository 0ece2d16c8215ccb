/** One target in a process of its own: `node worker.ts TARGET SEED MILLISECONDS STATE-FILE`. */
import { writeFileSync } from "node:fs";
import { fuzzTarget } from "./fuzz-target.ts";
import { fuzzTargets } from "./targets/index.ts";
import type { WorkerMessage } from "./worker-message.ts";

const [name = "", seed = "1", milliseconds = "1000", state = ""] = process.argv.slice(2);
const target = fuzzTargets.find((item) => item.name === name);
if (target === undefined) throw new Error(`No target \`${name}\`.`);

const end = performance.now() + Number(milliseconds);
const send = (message: WorkerMessage): void => {
  process.send?.(message);
};
const runs = await fuzzTarget(target, {
  seed: Number(seed),
  goesOn: () => performance.now() < end,
  // On the disk before it is checked: what ends or stops this process cannot be told by it any more.
  onInput: (input) => writeFileSync(state, input),
  onFound: ({ signature, message, input }) => {
    send({ kind: "found", signature, message, input: Buffer.from(input).toString("base64") });
  },
  mostTries: 600,
});
send({ kind: "done", runs });
process.disconnect?.();
