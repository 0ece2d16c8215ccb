/** Lets no test of the fast ones start a process, a thread, a server, a connection or a database. */
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import threads from "node:worker_threads";
import { afterAll } from "vitest";

const restores: (() => void)[] = [];

/** The type of what is replaced does not matter: nobody gets to call it. */
function forbid(owner: object, name: string, what: string): void {
  const before: unknown = Reflect.get(owner, name);
  Reflect.set(owner, name, () => {
    throw new Error(
      `This test is one of the fast ones and starts ${what}. Say so in its first line: // @starts …`,
    );
  });
  restores.push(() => Reflect.set(owner, name, before));
}

for (const name of ["exec", "execFile", "execFileSync", "execSync", "fork", "spawn", "spawnSync"])
  forbid(childProcess, name, "a process");
forbid(threads, "Worker", "a thread");
forbid(net.Server.prototype, "listen", "a server");
forbid(net.Socket.prototype, "connect", "a connection");
syncBuiltinESMExports();

// The worker may go on with other tests.
afterAll(() => {
  for (const restore of restores) restore();
  syncBuiltinESMExports();
});
