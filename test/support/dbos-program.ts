/** A server with the engine of DBOS: `dbos-program.ts DATABASE_URL ACTION WORKFLOW…`. Ended by its test. */
import { DBOS } from "@dbos-inc/dbos-sdk";

const { SKEW_MS, FAILS, X_MS = "300", Y_MS = "10" } = process.env;
const realNow = Date.now.bind(Date);
if (SKEW_MS !== undefined) Date.now = () => realNow() + Number(SKEW_MS);

const [, , systemDatabaseUrl = "", action, ...names] = process.argv;

function pause(ms: number): Promise<void> {
  return new Promise((settle) => {
    setTimeout(settle, ms);
  });
}

const step = (name: string, ms: number): Promise<void> => DBOS.runStep(() => pause(ms), { name });

const branch = async (name: string, ms: number): Promise<void> => {
  await step(`${name}1`, ms);
  await step(`${name}2`, ms);
};

const workflows: { readonly [name: string]: (input: string) => Promise<unknown> } = {
  timer: () => DBOS.sleepms(1000),
  // Which branch is ahead differs between servers, as it does between two requests.
  forked: async () => {
    await Promise.all([branch("x", Number(X_MS)), branch("y", Number(Y_MS))]);
    await step("last", FAILS === "1" ? 600_000 : 0);
  },
  deadly: () =>
    DBOS.runStep(
      async () => {
        await pause(400);
        process.kill(process.pid, "SIGKILL");
      },
      { name: "deadly" },
    ),
  innocent: async () => {
    for (let at = 0; at < 60; at += 1) await step(`s${at}`, 200);
  },
  failing: () =>
    DBOS.runStep(
      () => (FAILS === "1" ? Promise.reject(new Error("broken")) : Promise.resolve("well")),
      { name: "fails" },
    ),
};

DBOS.setConfig({
  name: "try",
  systemDatabaseUrl,
  executorID: "one",
  applicationVersion: "1",
  logLevel: "emerg",
  runAdminServer: false,
});
const registered = Object.fromEntries(
  Object.entries(workflows).map(([name, work]) => [
    name,
    DBOS.registerWorkflow(work, { name, maxRecoveryAttempts: 3 }),
  ]),
);
// Goes on with what this executor has left behind.
await DBOS.launch();
for (const name of names) {
  const work = registered[name.replace(/\d+$/u, "")];
  if (action === "start" && work !== undefined)
    await DBOS.startWorkflow(work, { workflowID: name })(name);
  if (action === "resume") await DBOS.resumeWorkflow(name);
}
process.stdout.write("ready\n");
setInterval(() => {}, 60_000);
