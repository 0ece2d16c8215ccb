/**
 * node bench/hostile.ts [--seconds N] [--only NAME]
 *
 * How soon `/healthz` answers while two users send one hostile request after the other, and how long a read of a skill
 * takes that was read before. Fails where the 95th percentile is above the target, or where a request is answered with a
 * status that shows that it never reached what it attacks. Needs a built dist/ and /proc.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { PASSWORD, startServer } from "./serve/programs.ts";

const TARGET_MS = 250;
const { values } = parseArgs({
  options: { seconds: { type: "string", default: "10" }, only: { type: "string" } },
});
const seconds = Number(values.seconds);
const blanks = (count: number): string => " ".repeat(count);
const skill = (body: string): string =>
  `---\nname: notes\ndescription: Notes.\nversion: 1.0.0\n---\n\n${body}\n`;
/** Made before the measurement: this process also measures. */
const bytesOnce = (text: string | undefined): (() => Uint8Array<ArrayBuffer>) => {
  const bytes = new TextEncoder().encode(text);
  return () => bytes;
};
const json = (
  method: string,
  path: string,
  body?: unknown,
  statuses: readonly number[] = [200, 201],
): Attack => ({
  path,
  method,
  statuses,
  body: bytesOnce(JSON.stringify(body)),
  type: "application/json",
});
const upload = (name: string, content: string): Attack => ({
  path: "/api/v1/knowledge/poison/upload",
  method: "POST",
  // The queue of one user has an end.
  statuses: [201, 202, 503, 507],
  body: () => {
    const form = new FormData();
    form.set("file", new File([content], name));
    return form;
  },
});

/** A form with many parts, as the bytes that cross the network. */
const form = (
  path: string,
  parts: number,
  content: string,
  statuses: readonly number[],
): Attack => {
  const head = '--x\r\ncontent-disposition: form-data; name="files"; filename="a"\r\n\r\n';
  const body = `${`${head}${content}\r\n`.repeat(parts)}--x--\r\n`;
  return {
    path,
    method: "POST",
    body: bytesOnce(body),
    type: "multipart/form-data; boundary=x",
    statuses,
  };
};

interface Attack {
  readonly path: string;
  readonly method: string;
  readonly body: () => string | Uint8Array<ArrayBuffer> | FormData;
  /** Of answers that show that the request came to what it attacks. */
  readonly statuses: readonly number[];
  readonly type?: string;
}

const attacks: Readonly<Record<string, Attack | undefined>> = {
  nothing: undefined,
  base64: json(
    "PUT",
    "/api/v1/skills/not-mine/file?path=a.txt",
    {
      content: `${blanks(150_000)}!`,
      encoding: "base64",
    },
    [400, 404],
  ),
  html: upload("page.html", "<b> </b>".repeat(60_000)),
  word: upload("word.txt", "a".repeat(200_000)),
  publish: json("POST", "/registry/api/v1/skills", {
    dry_run: true,
    files: [{ path: "SKILL.md", text: skill(`a${blanks(100_000)}b`) }],
  }),
  "publish-json": json(
    "POST",
    "/registry/api/v1/skills",
    { dry_run: true, files: [{ path: "SKILL.md", base64: "A".repeat(4_000_000) }] },
    [201, 400, 413, 422],
  ),
  "form-parts": form("/clawhub/api/v1/skills", 40_000, "a", [400]),
  "form-bytes": form("/clawhub/api/v1/skills", 1, "a".repeat(8_000_000), [400]),
  stored: { path: "/api/v1/skills/stored", method: "GET", body: () => "", statuses: [200, 404] },
  scan: json("POST", "/api/v1/scan", {
    content: skill(`\`\`\`sh\nrm -${"R".repeat(60_000)}-\n\`\`\``),
  }),
  // The name is taken, which is found out after the text was checked.
  draft: json(
    "POST",
    "/api/v1/skills",
    { name: "notes", content: skill(`a${blanks(45_000)}b`) },
    [201, 400, 409],
  ),
};

const folder = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
const server = await startServer({ folder, providerPort: "9", runsAMinute: 1_000_000 });
const url = server.word;
try {
  const tokens = [await tokenOf("mallory"), await tokenOf("trudy")];
  const alice = await tokenOf("alice");
  for (const token of tokens)
    await send(token, json("POST", "/api/v1/knowledge", { name: "poison" }));
  const stored = skill(`a${blanks(25_000)}b`).replace("name: notes", "name: stored");
  const [first = ""] = tokens;
  await send(first, json("POST", "/api/v1/skills", { name: "stored", content: stored }));
  await send(alice, json("POST", "/api/v1/skills", { name: "notes", content: skill("Go.") }));
  for (const [name, attack] of Object.entries(attacks))
    if (values.only === undefined || values.only === name) await measure(name, attack, tokens);
  const read = { path: "/api/v1/skills/notes", method: "GET", body: () => "", statuses: [200] };
  console.log(
    `a skill that was read before: ${percentiles(await timesOf(() => send(alice, read)))}`,
  );
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(
  name: string,
  attack: Attack | undefined,
  tokens: readonly string[],
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const seen = new Map<number, number>();
  const repeat = async (token: string, sent: Attack): Promise<void> => {
    while (performance.now() < end) {
      const status = await send(token, sent);
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }
  };
  const loops = attack === undefined ? [] : tokens.map((token) => repeat(token, attack));
  const times: number[] = [];
  while (performance.now() < end) {
    const began = performance.now();
    await (await fetch(`${url}/healthz`)).arrayBuffer();
    times.push(performance.now() - began);
    await new Promise((resume) => setTimeout(resume, 20));
  }
  await Promise.all(loops);
  const isMet = at(times, 0.95) <= TARGET_MS;
  if (!isMet) process.exitCode = 1;
  const answers = [...seen].map(([status, count]) => `${count} × ${status}`).join(", ");
  console.log(
    `/healthz during ${name}: ${percentiles(times)}${isMet ? "" : " MISSED"}${answers === "" ? "" : `; answers ${answers}`}`,
  );
}

/** Gives the status; throws for one that says that the request was no attack. */
async function send(
  token: string,
  { path, method, body, type, statuses }: Attack,
): Promise<number> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(type === undefined ? {} : { "content-type": type }),
    },
    ...(method === "GET" ? {} : { body: body() }),
  });
  const text = await response.text();
  if (!statuses.includes(response.status))
    throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
  return response.status;
}

async function timesOf(work: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < 500; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times;
}

async function tokenOf(name: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: `${name}@example.org`, password: PASSWORD }),
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { readonly token: string }).token;
}

function at(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
}

function percentiles(times: readonly number[]): string {
  const ms = (share: number): string => `${at(times, share).toFixed(1)} ms`;
  return `median ${ms(0.5)}, 95th percentile ${ms(0.95)}, of ${times.length}`;
}
