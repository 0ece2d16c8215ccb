/**
 * node test/support/lock-program.ts FILE [CHANGES]
 *
 * Takes the lock and kills itself while it has it; with a number, after so many changes of files on the way there.
 */
import { withLock } from "../../src/platform/folder/index.ts";
import { makeFilesDie } from "./dying-files.ts";

const [file = "", at] = process.argv.slice(2);
const die = (): void => {
  process.kill(process.pid, "SIGKILL");
};
if (at !== undefined) (await makeFilesDie()).dieAfter(Number(at), die);
await withLock(file, 1000, async () => {
  process.stdout.write("has it\n");
  die();
});
