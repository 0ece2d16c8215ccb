/**
 * node test/support/workflow-program.ts <address of the database> <folder of skills> <address of the model>
 *
 * The platform in a process of its own, which tests can kill. It says where it listens, and takes up what
 * others have left behind.
 */
import { flushCompileCache } from "node:module";
import { openFolderStore } from "../../src/library/store/index.ts";
import { systemClock } from "../../src/platform/machine/index.ts";
import { listenHttp } from "../../src/platform/network/index.ts";
import { createLimiter } from "../../src/hub/requests/index.ts";
import { openDatabase } from "../../src/hub/data/index.ts";
import { builtJobs } from "./jobs.ts";
import { createPlatform } from "./platform.ts";

const [address = "", skills = "", modelUrl = ""] = process.argv.slice(2);
const database = await openDatabase({ address });
const { fetch, ports } = await createPlatform({
  jobs: builtJobs(),
  database,
  store: await openFolderStore(skills),
  modelUrl,
  workflows: {
    address,
    pollMs: 100,
    // Tests begin many runs of one user, and know which server has which.
    maxRunsPerUser: 64,
    onProblem: ({ message, cause }) => {
      process.stderr.write(`${message} ${String(cause)}\n`);
    },
  },
  more: { limiter: createLimiter({ database, clock: systemClock, limits: {} }) },
});
ports.workflows.engine.begin();
const { port } = await listenHttp({
  host: "127.0.0.1",
  port: 0,
  fetch,
  upgrade: () => ({ kind: "refused", response: new Response(null, { status: 404 }) }),
  protocol: "none",
  maxMessageBytes: 1,
});
// A process that is killed could not do it any more.
flushCompileCache();
process.stdout.write(`Listening on http://127.0.0.1:${port}\n`);
