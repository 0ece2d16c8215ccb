/** Names, limits and the audit log, as programs of others and the command line see them. */
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { operations } from "../../src/app/operations.ts";
import { AUDITED, NOT_AUDITED } from "../../src/serve/api/audited.ts";
import { loadApiRoutes } from "../../src/serve/api/routes/index.ts";
import { program, runFile } from "../support/clients.ts";
import { openVerifier } from "../support/log-verifier.ts";
import { temporaryFolder } from "../support/program.ts";
import {
  openRegistry,
  type RegistryServer,
  skillText,
  wordsOf,
} from "../support/registry-server.ts";

const CLAWHUB = "/clawhub/api/v1";

let registry: RegistryServer;
let ann = "";
let ben = "";

beforeAll(async () => {
  registry = await openRegistry();
  const scopes = ["registry:read", "registry:write", "registry:keys"];
  ann = await registry.join("ann@example.com", scopes);
  ben = await registry.join("ben@example.com", scopes);
});

afterAll(() => registry.close());

async function ask(method: string, path: string, token: string, json?: object): Promise<unknown> {
  const sent = { token, ...(json === undefined ? {} : { json }) };
  return await (await registry.send(method, path, sent)).json();
}

async function publish(token: string, name: string, version = "1.0.0"): Promise<void> {
  const text = skillText(name, `\n${wordsOf(name)}\n\nEdition ${version}.\n`);
  const file = { path: "SKILL.md", base64: Buffer.from(text).toString("base64") };
  const answer = await registry.send("POST", `/registry/api/v1/skills?version=${version}`, {
    token,
    json: { files: [file] },
  });
  expect(answer.status).toBe(201);
}

it("[OC-19] renames, merges and hands over in the words of ClawHub", async () => {
  await publish(ann, "old-letters");
  await publish(ann, "more-letters");
  const post = (path: string, token: string, json: object = {}) =>
    ask("POST", `${CLAWHUB}/skills/${path}`, token, json);
  expect(await post("old-letters/rename", ann, { newSlug: "letters" })).toEqual({
    ok: true,
    slug: "letters",
    previousSlug: "old-letters",
  });
  expect(await post("more-letters/merge", ann, { targetSlug: "letters" })).toEqual({
    ok: true,
    sourceSlug: "more-letters",
    targetSlug: "letters",
  });
  expect(await ask("GET", `${CLAWHUB}/skills/more-letters`, ben)).toMatchObject({
    skill: { slug: "letters" },
  });
  await publish(ben, "of-ben");
  expect(await post("letters/transfer", ann, { toUserHandle: "ben" })).toMatchObject({
    transferred: false,
  });
  expect(await ask("GET", `${CLAWHUB}/transfers/outgoing`, ann)).toMatchObject({
    transfers: [{ skill: { slug: "letters" }, toUser: { handle: "ben" } }],
  });
  expect(await post("letters/transfer/accept", ben)).toEqual({ ok: true, skillSlug: "letters" });
  expect(await ask("GET", `${CLAWHUB}/transfers/incoming`, ben)).toEqual({ transfers: [] });
  // Whoever has it in a lock under its first name is told of it, with a proof.
  const stated = await ask("GET", "/registry/log/statements?of=@ann/old-letters@1.0.0", ben);
  const { own, skill } = (stated as Stated).stated[0] ?? {};
  expect([own, skill].map((one) => stateIn(one?.statement))).toMatchObject([
    { name: "@ann/old-letters", version: "1.0.0", state: "listed" },
    { name: "@ben/letters", version: "*", formerly: ["@ann/old-letters", "@ann/letters"] },
  ]);
});

interface Stated {
  readonly stated: readonly {
    readonly own: { readonly statement: string };
    readonly skill?: { readonly statement: string };
  }[];
}

function stateIn(note = ""): unknown {
  return JSON.parse(note.slice(0, note.indexOf("\n")));
}

async function runIn(folder: string, token: string | undefined, words: readonly string[]) {
  const { code, stdout, stderr } = await runFile(process.execPath, [program, ...words], {
    folder,
    environment: {
      SKILLWRIGHT_REGISTRY: registry.url,
      HOME: folder,
      ...(token === undefined ? {} : { SKILLWRIGHT_TOKEN: token }),
    },
  });
  return { code, stdout, stderr, said: stdout + stderr };
}

/** As somebody who has not logged in. */
async function runFresh(folder: string, ...words: readonly string[]) {
  return await runIn(folder, undefined, words);
}

async function logSize(): Promise<number> {
  const note = await (await registry.send("GET", "/registry/log/checkpoint")).text();
  return Number(note.split("\n")[1]);
}

it("[BX-11] states a new name once, however many versions there are, and a client believes both names", async () => {
  for (const version of ["1.0.0", "1.1.0", "2.0.0"]) await publish(ann, "many-letters", version);
  const folder = temporaryFolder();
  const installed = await runFresh(folder, "install", "many-letters@1.1.0", "--allow-experimental");
  expect([installed.code, installed.stderr]).toMatchObject([0, expect.any(String)]);
  const before = await logSize();
  await ask("POST", "/registry/api/v1/skills/many-letters/rename", ann, { name: "few-letters" });
  // Under its old name, as in the lock, and under its new one.
  expect((await runFresh(folder, "audit")).stdout).toBe("1 skill, 0 errors, 0 warnings\n");
  const again = await runFresh(folder, "install", "few-letters@2.0.0", "--allow-experimental");
  expect([again.code, again.stderr]).toMatchObject([0, expect.any(String)]);
  expect(await logSize()).toBe(before + 1);
});

it("[OC-19] [GA-12] keeps a renamed skill where it is installed, and gives it to those who ask by its old name", async () => {
  for (const version of ["1.0.0", "1.1.0"]) await publish(ann, "first-letters", version);
  const folder = temporaryFolder();
  const agreed = "--allow-experimental";
  expect(await runFresh(folder, "install", "first-letters@1.0.0", agreed)).toMatchObject({
    code: 0,
  });
  expect(await runFresh(folder, "install", "first-letters", "--dry-run", agreed)).toMatchObject({
    code: 0,
  });
  await ask("POST", "/registry/api/v1/skills/first-letters/rename", ann, { name: "last-letters" });

  // Whoever has the lock and nothing else.
  const clone = temporaryFolder();
  cpSync(join(folder, "skills/skill-lock.json"), join(clone, "skills/skill-lock.json"));
  expect(await runFresh(clone, "install", "--frozen", agreed)).toMatchObject({ code: 0 });
  expect(readdirSync(join(clone, "skills"))).toContain("first-letters");

  for (const version of ["1.1.0", "2.0.0"]) {
    if (version === "2.0.0") await publish(ann, "last-letters", version);
    const updated = await runFresh(folder, "update", `first-letters@${version}`, agreed);
    expect(updated).toMatchObject({
      code: 0,
      said: expect.stringContaining(`in skills/first-letters`),
    });
    expect((await runFresh(folder, "installed")).said).toContain(`first-letters  ${version}`);
  }

  const fresh = temporaryFolder();
  const installed = await runFresh(fresh, "install", "first-letters", agreed);
  expect(installed.said).toContain("Installed `last-letters` 2.0.0");
  expect(installed.said).toContain("called `first-letters` before");
  expect(readdirSync(join(fresh, "skills"))).toContain("last-letters");
});

it("[GA-15] [BX-14] keeps the keys of a publisher by the program, and never takes a private one", async () => {
  const home = temporaryFolder();
  const token = await registry.join("gil@example.com", ["registry:read", "registry:keys"]);
  const gil = async (...words: readonly string[]) => await runIn(home, token, words);
  expect((await gil("keygen")).code).toBe(0);
  const keys = join(home, ".skillwright/keys");
  const secret = readFileSync(join(keys, "publisher.key"), "utf8").trim();
  // As a file, and as what is in it.
  for (const word of [join(keys, "publisher.key"), secret]) {
    const refused = await gil("key", "add", word);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("a private key") });
  }
  expect((await gil("key", "list")).stdout).toBe("");
  expect((await gil("key", "add", join(keys, "publisher.pub"))).code).toBe(0);
  const [id] = (await gil("key", "list")).stdout.split(" ");
  expect((await gil("key", "list", "--of-registry")).stdout).not.toContain(id);
  const wrong = await gil("key", "revoke", id ?? "", "--since", "yesterday");
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("takes a date") });
  expect((await gil("key", "revoke", id ?? "", "--since", "2026-01-31")).code).toBe(0);
  expect((await gil("key", "list")).stdout).toBe("");
});

it("[OC-19] shows a team and who is invited to it by the program", async () => {
  const home = temporaryFolder();
  const team = async (token: string, ...words: readonly string[]) => {
    const { code, stdout, stderr } = await runIn(home, token, ["team", ...words]);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    return stdout;
  };
  const [eve, fay] = await Promise.all(
    ["eve@example.com", "fay@example.com"].map((email) => registry.join(email, ["account"])),
  );
  await team(eve ?? "", "new", "Scribes");
  await team(eve ?? "", "invite", "Scribes", "fay@example.com");
  expect(await team(eve ?? "", "list")).toContain("Scribes");
  const invited = await team(fay ?? "", "list");
  expect(invited).toContain("invited to Scribes as member");
  await team(fay ?? "", "accept", /accept (?<id>\S+)/u.exec(invited)?.groups?.["id"] ?? "");
  expect(await team(fay ?? "", "show", "Scribes")).toMatch(/fay@example\.com +member/u);
});

async function left(method: string, path: string, token?: string): Promise<readonly unknown[]> {
  const { headers } = await registry.send(method, path, token === undefined ? {} : { token });
  return [headers.get("ratelimit-policy"), Number(headers.get("ratelimit-remaining"))];
}

it("[GA-15] tells with every search and change how much of a limit is left", async () => {
  await publish(ann, "limited");
  expect(await left("GET", "/registry/api/v1/search?q=limited")).toEqual(["600;w=60", 599]);
  const star = await left("PUT", "/registry/api/v1/skills/limited/star", ben);
  expect(star).toEqual(["300;w=60", expect.any(Number)]);
  const [, before] = star;
  expect(await left("POST", `${CLAWHUB}/stars/limited`, ben)).toEqual([
    "300;w=60",
    Number(before) - 1,
  ]);
  // What was refused has been counted as well.
  for (const [taken, path] of [
    "/registry/api/v1/skills/nobody/star",
    `${CLAWHUB}/stars/nobody`,
  ].entries())
    expect(await left(taken === 0 ? "PUT" : "POST", path, ben)).toEqual([
      "300;w=60",
      Number(before) - 2 - taken,
    ]);
  const { headers } = await registry.send("POST", "/api/v1/teams", {
    token: await registry.join("cleo@example.com", ["account"]),
    json: { name: "Limited" },
  });
  expect(headers.get("ratelimit-policy")).toMatch(/^\d+;w=\d+$/u);
});

it("[GA-15] tells the audit log of every change that others can feel, and says of each of the others why not", async () => {
  const table = await loadApiRoutes();
  const loaded = await Promise.all(operations.map(({ load }) => load()));
  // What is asked of them changes nothing on a server.
  const asked = new Set(loaded.map(({ expose }) => expose.http?.replace(" ", " /api/v1")));
  const changes = table.filter(
    ({ method, path, tag }) =>
      method !== "GET" && tag !== "registry" && !asked.has(`${method} ${path}` as never),
  );
  expect(
    changes.filter(({ id }) => AUDITED.has(id) === NOT_AUDITED.has(id)).map(({ id }) => id),
  ).toEqual([]);
  const known = new Set(table.map(({ id }) => id));
  expect([...AUDITED, ...NOT_AUDITED].filter((id) => !known.has(id))).toEqual([]);
});

it("[GA-15] does from the command line what the pages do", async () => {
  const folder = temporaryFolder();
  await publish(ann, "governed");
  const environment = {
    SKILLWRIGHT_REGISTRY: registry.url,
    SKILLWRIGHT_TOKEN: await registry.moderator(),
    HOME: folder,
  };
  const run = async (...words: readonly string[]) =>
    await runFile(process.execPath, [program, ...words], { folder, environment });
  const reason = "--reason=It sends mail away.";
  const decided = await run("moderate", "quarantine", "governed@1.0.0", reason);
  expect(decided.stdout).toBe("`@ann/governed` 1.0.0 is quarantined\n");
  const log = await run("audit-log", "--format=jsonl", "--target=governed");
  expect(JSON.parse(log.stdout)).toMatchObject({
    action: "registry.moderate",
    email: "root@example.org",
    detail: expect.stringContaining("It sends mail away.") as unknown,
  });
  const made = await run("token", "new", "ci", "--json");
  expect(JSON.parse(made.stdout)).toMatchObject({ name: "ci", scopes: ["registry:read"] });
});

it("[BX-11] tells subscribers what became of skills, with notes that prove it", async () => {
  // As JSON Feed has names of its extensions.
  const own = "_skillwright";
  interface Feed {
    readonly items: readonly {
      readonly title: string;
      readonly content_text: string;
      readonly [own]: { readonly index: number; readonly note: string };
    }[];
    readonly next_url?: string;
  }
  const read = async (query = ""): Promise<Feed> =>
    (await ask("GET", `/registry/log/feed.json${query}`, ben)) as Feed;
  const before = (await read()).items.at(-1)?.[own].index ?? -1;
  await publish(ann, "followed");
  const token = await registry.moderator();
  await ask("POST", "/registry/api/v1/skills/followed/1.0.0/moderate", token, {
    decision: "quarantine",
    reason: "It sends mail away.",
  });
  const { items, next_url: next } = await read(`?from=${before + 1}&limit=2`);
  expect(items.map(({ title, content_text: text }) => [title, text])).toEqual([
    ["@ann/followed 1.0.0 is listed", "@ann/followed 1.0.0 is listed."],
    ["@ann/followed 1.0.0 is quarantined", "It sends mail away."],
  ]);
  expect(next).toContain(`from=${before + 3}`);
  const key = await (await registry.send("GET", "/registry/log/key")).text();
  for (const item of items)
    expect(openVerifier(key.trim()).check(item[own].note)).toContain("@ann/followed");
});
