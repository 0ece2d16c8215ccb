/**
 * node test/support/registry-program.ts <address of the database> <folder of packages>
 *
 * The registry in a process of its own, which ends itself at the very step that a request names: `x-die-at` counts
 * the steps of the database and of the store, one by one, and at that number the process kills itself.
 */
import { flushCompileCache } from "node:module";
import { openFolderStore } from "../../src/library/store/index.ts";
import type { Store } from "../../src/library/store/store.ts";
import { listenHttp } from "../../src/platform/network/index.ts";
import { type Database, openDatabase } from "../../src/hub/data/index.ts";
import { builtJobs } from "./jobs.ts";
import { createPlatform } from "./platform.ts";

const [address = "", packages = ""] = process.argv.slice(2);
let steps = 0;
let last = Infinity;

function step(): void {
  steps += 1;
  if (steps === last) process.kill(process.pid, "SIGKILL");
}

function counting(database: Database): Database {
  const query = database.query.withPlugin({
    transformQuery: ({ node }) => {
      step();
      return node;
    },
    transformResult: ({ result }) => {
      step();
      return Promise.resolve(result);
    },
  });
  return { ...database, query };
}

function countingStore(store: Store): Store {
  return {
    ...store,
    put: async (key, bytes, options) => {
      step();
      const version = await store.put(key, bytes, options);
      step();
      return version;
    },
  };
}

const { fetch } = await createPlatform({
  jobs: builtJobs(),
  database: counting(await openDatabase({ address })),
  packages: countingStore(await openFolderStore(packages)),
});
const { port } = await listenHttp({
  host: "127.0.0.1",
  port: 0,
  fetch: async (request) => {
    steps = 0;
    last = Number(request.headers.get("x-die-at") ?? Infinity);
    const answer = await fetch(request);
    answer.headers.set("x-steps", String(steps));
    return answer;
  },
  upgrade: () => ({ kind: "refused", response: new Response(null, { status: 404 }) }),
  protocol: "none",
  maxMessageBytes: 1,
});
// A process that is killed could not do it any more.
flushCompileCache();
process.stdout.write(`Listening on http://127.0.0.1:${port}\n`);
