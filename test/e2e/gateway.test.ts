/** Connected hosts decide: a gateway, its hosts, and commands that ask it, each a process of its own. */
import { createServer, type Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { createBin, type Relay, startRelay } from "../support/hosts.ts";
import { playground } from "../support/program.ts";
import { type Running, TOKEN, useProgram } from "../support/running.ts";
import { until } from "../support/wait.ts";

const PLANTED = "planted-4711";
const { start, run, serve, startForeignHost } = useProgram();
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function skill(name: string, requires: object, more: object = {}): string {
  const block = { requires, ...more };
  const metadata = JSON.stringify({ gsv: block, openclaw: block });
  return `---\nname: ${name}\ndescription: Does it.\nmetadata: ${metadata}\n---\n\nDo it.\n`;
}

/** Starts a host with these programs and nothing else, and waits until the gateway has it. */
async function connect(
  gateway: string,
  name: string,
  bins: readonly string[],
  words: readonly string[] = [],
): Promise<Running> {
  const bin = createBin(bins);
  cleanups.push(bin.remove);
  const node = start(["node", "--gateway", gateway, "--name", name, ...words], {
    environment: { SKILLWRIGHT_HOST_TOKEN: TOKEN, SHELL: bin.shell, PLANTED_NAME: PLANTED },
  });
  await until("the host is connected", () => node.output().includes("Connected as"));
  return node;
}

async function left(server: Running, name: string): Promise<void> {
  await until(`${name} left`, () => server.output().includes(`Host \`${name}\` left.`));
}

const token = { environment: { SKILLWRIGHT_HOST_TOKEN: TOKEN } };

interface Answer {
  readonly systems: readonly {
    readonly isLoaded: boolean;
    readonly files: readonly {
      readonly hosts: readonly string[];
      readonly reasons: readonly { readonly code: string }[];
    }[];
  }[];
}

/** Whether a skill loads, on which hosts, and why not. */
async function explain(
  name: string,
  as: string,
  url: string,
  folder: string,
  more: readonly string[] = [],
) {
  const words = ["explain", name, "--as", as, "--root", "skills", "--gateway", url, "--json"];
  const { code, output } = await run([...words, ...more], { ...token, folder });
  expect(output).not.toContain(PLANTED);
  expect(output).not.toContain(TOKEN);
  // The shape of the answer is pinned by the tests of the command.
  const [system] = (JSON.parse(output) as Answer).systems;
  const [file] = system?.files ?? [];
  return { code, hosts: file?.hosts, reasons: file?.reasons.map((reason) => reason.code) };
}

describe("explain with a gateway, in GSV", () => {
  it("[GSV-14] [GSV-20] counts hosts while they are connected, and one host for all it needs", async () => {
    const { folder } = playground({
      "skills/one/SKILL.md": skill("one", { bins: ["gh"] }),
      "skills/both/SKILL.md": skill("both", { bins: ["gh", "jq"], env: ["PLANTED_NAME"] }),
    });
    const { server, url } = await serve();
    const ask = (name: string) => explain(name, "gsv", url, folder);
    expect(await ask("one")).toEqual({ code: 1, hosts: [], reasons: ["no-connected-host"] });
    const a = await connect(url, "a", ["gh"]);
    const b = await connect(url, "b", ["gh", "jq"]);
    expect(await ask("one")).toEqual({ code: 0, hosts: ["a", "b"], reasons: [] });
    expect(await ask("both")).toEqual({ code: 0, hosts: ["b"], reasons: [] });
    b.child.kill("SIGTERM");
    expect(await b.exited).toBe(0);
    await left(server, "b");
    expect(await ask("one")).toEqual({ code: 0, hosts: ["a"], reasons: [] });
    expect(await ask("both")).toEqual({ code: 1, hosts: [], reasons: ["missing-bin"] });
    a.child.kill("SIGKILL");
    await left(server, "a");
    expect(await ask("one")).toEqual({ code: 1, hosts: [], reasons: ["no-connected-host"] });
  });

  it("[GSV-20] asks the same question again when a host comes back, and then counts it", async () => {
    const { folder } = playground({ "skills/one/SKILL.md": skill("one", { bins: ["gh"] }) });
    const { server, url } = await serve(["--as", "gsv", "--root", "skills"], folder);
    const relay = await startRelay(`${url.replace("http", "ws")}/hosts`);
    cleanups.push(relay.close);
    relay.isHolding = true;
    const first = await connect(relay.url, "a", ["gh"]);
    await until("it answers", () => relay.fromHost.some((text) => text.includes("probe-result")));
    first.child.kill("SIGKILL");
    await left(server, "a");
    expect((await explain("one", "gsv", url, folder)).hosts).toEqual([]);
    relay.isHolding = false;
    await connect(relay.url, "a", ["gh"]);
    await until("the skill loads", () => server.output().includes("gsv: 1 of 1 skills load"));
    expect(await explain("one", "gsv", url, folder)).toEqual({
      code: 0,
      hosts: ["a"],
      reasons: [],
    });
    expect(new Set(probeIds(relay)).size).toBe(1);
    expect(probeIds(relay)).toHaveLength(2);
  });

  it("[GSV-20] asks again for what is known only where it is told to", async () => {
    const { folder } = playground({ "skills/one/SKILL.md": skill("one", { bins: ["gh"] }) });
    const { url } = await serve();
    const relay = await startRelay(`${url.replace("http", "ws")}/hosts`);
    cleanups.push(relay.close);
    await connect(relay.url, "a", ["gh"]);
    await explain("one", "gsv", url, folder);
    await explain("one", "gsv", url, folder);
    expect(probeIds(relay)).toHaveLength(1);
    await explain("one", "gsv", url, folder, ["--fresh"]);
    expect(probeIds(relay)).toHaveLength(2);
  });

  it("takes described hosts beside connected ones, and believes the description", async () => {
    const { folder } = playground({
      "skills/one/SKILL.md": skill("one", { bins: ["gh"] }),
      "a.json": '{ "id": "a", "os": "linux", "bins": [] }',
      "c.json": '{ "id": "c", "os": "linux", "bins": ["gh"] }',
    });
    const { url } = await serve();
    await connect(url, "a", ["gh"]);
    await connect(url, "b", ["gh"]);
    const more = ["--host", "a.json", "--host", "c.json"];
    expect((await explain("one", "gsv", url, folder, more)).hosts).toEqual(["b", "c"]);
  });
});

/** A folder with one skill in it. */
function oneSkill(): string {
  return playground({ "skills/one/SKILL.md": skill("one", { bins: ["gh"] }) }).folder;
}

function foreign(url: string, bins: readonly string[], more: object = {}): Running {
  const bin = createBin(bins);
  cleanups.push(bin.remove);
  return startForeignHost(
    { gateway: url, name: "mac", platform: "darwin", ...more },
    { SHELL: bin.shell },
  );
}

async function connected(node: Running): Promise<void> {
  await until("the node is connected", () => node.output().includes("Connected as"));
}

async function listen(status: number, body: string): Promise<string> {
  const server: Server = createServer((_request, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  cleanups.push(() => server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}`;
}

function probeIds(relay: Relay): readonly string[] {
  return relay.fromGateway
    .map((text): { type: string; probeId: string } => JSON.parse(text))
    .filter((message) => message.type === "probe")
    .map((message) => message.probeId);
}

describe("commands with a gateway, in OpenClaw", () => {
  const NOTE =
    "Remote macOS node available (mac). Run macOS-only skills via exec host=node on that node.\n";

  it("[OC-17] a macOS node that takes commands and has the program makes its skills eligible", async () => {
    const { folder } = playground({
      "skills/notes/SKILL.md": skill("notes", { bins: ["memo"] }, { os: ["darwin"] }),
    });
    const { server, url } = await serve();
    const ask = async (as: string) => (await explain("notes", as, url, folder)).hosts;
    const prompt = async (as: string) => {
      const words = ["prompt", "--as", as, "--root", "skills", "--gateway", url];
      return (await run(words, { ...token, folder })).output;
    };
    expect(await ask("openclaw")).toEqual([]);
    const node = foreign(url, ["memo"]);
    await connected(node);
    for (const as of ["openclaw@seed", "openclaw"]) expect(await ask(as)).toEqual(["mac"]);
    expect((await prompt("openclaw")).startsWith(`${NOTE}\n\nThe following`)).toBe(true);
    expect((await prompt("openclaw@seed")).startsWith("\n\nThe following")).toBe(true);
    node.child.kill("SIGKILL");
    await left(server, "mac");
    expect(await ask("openclaw@seed")).toEqual(["mac"]);
    expect(await ask("openclaw@2026.9")).toEqual([]);
    expect(await prompt("openclaw@2026.9")).toBe("");
  });

  it("[OC-17] not one that denies commands, nor one without the program", async () => {
    const { folder } = playground({
      "skills/notes/SKILL.md": skill("notes", { bins: ["memo"] }, { os: ["darwin"] }),
    });
    const { url } = await serve();
    const ask = async (as: string) => (await explain("notes", as, url, folder)).hosts;
    const denying = foreign(url, ["memo"], { allowsCommands: false });
    await connected(denying);
    for (const as of ["openclaw@seed", "openclaw"]) expect(await ask(as)).toEqual([]);
    await connected(foreign(url, []));
    for (const as of ["openclaw@seed", "openclaw"]) expect(await ask(as)).toEqual([]);
  });
});

describe("the other commands with a gateway", () => {
  it("list, doctor and deps tell of the hosts", async () => {
    const { folder } = playground({
      "skills/one/SKILL.md": skill("one", { bins: ["gh", "jq"] }),
    });
    const { url } = await serve();
    await connect(url, "a", ["gh", "jq"]);
    await connect(url, "b", ["gh"]);
    const output = async (...words: readonly string[]) =>
      (await run([...words, "--as", "gsv", "--gateway", url], { ...token, folder })).output;
    expect(await output("list", "skills")).toContain("1 file, 1 loaded");
    const system = process.platform;
    expect(await output("doctor", "--root", "skills")).toContain(`a (${system}), b (${system})`);
    const release = ["doctor", "--root", "skills", "--as", "openclaw@2026.9", "--gateway", url];
    expect((await run(release, { ...token, folder })).output).toContain(
      `  hosts     local (${system}), a (${system}, does not count), b (${system}, does not count)\n`,
    );
    expect(await output("deps", "one", "--root", "skills")).toContain(
      `  on a (${system}): gh (installed), jq (installed)\n` +
        `  on b (${system}): gh (installed), jq (not installed)\n`,
    );
  });
});

describe("serve with skills", () => {
  it("[GSV-20] evaluates them anew when hosts and files change, and tells who knows the token", async () => {
    const ground = playground({ "skills/one/SKILL.md": skill("one", { bins: ["gh"] }) });
    const { server, url } = await serve(["--as", "gsv", "--root", "skills"], ground.folder);
    const said = (line: string) =>
      until(line, () => server.output().includes(`gsv: ${line} skills load for the agent`));
    await said("0 of 1");
    await connect(url, "a", ["gh", "jq"]);
    await said("1 of 1");
    ground.write("skills/two/SKILL.md", skill("two", { bins: ["jq"] }), false);
    await said("2 of 2");
    const headers = { authorization: `Bearer ${TOKEN}` };
    const status: unknown = await (await fetch(`${url}/api/skills`, { headers })).json();
    expect(status).toMatchObject({
      systems: [
        {
          dialect: "gsv",
          agent: "main",
          skills: [
            { name: "one", isEligible: true, hosts: ["a"], reasons: [] },
            { name: "two", isEligible: true, hosts: ["a"], reasons: [] },
          ],
        },
      ],
    });
    const hosts = await (await fetch(`${url}/api/hosts`, { headers })).text();
    expect(hosts).toContain("PLANTED_NAME");
    expect(hosts + server.output()).not.toContain(PLANTED);
    for (const path of ["/api/skills", "/api/hosts"])
      expect((await fetch(url + path)).status).toBe(401);
  });

  it("refuses settings that the system refuses, and ends", async () => {
    const { folder } = playground({ "settings.json": "{ broken" });
    const words = ["serve", "--port", "0", "--as", "openclaw", "--config", "settings.json"];
    const { code, output } = await run(words, { folder });
    expect(code).toBe(2);
    expect(output).toContain("error: settings.json:1:9: The settings are not valid JSON5");
  });
});

describe("what goes wrong with a gateway", () => {
  const words = ["explain", "one", "--as", "gsv", "--root", "skills", "--gateway"];

  it.each([
    ["http://127.0.0.1:9", "The gateway at `http://127.0.0.1:9` cannot be reached"],
    ["127.0.0.1:4817", "The address of the gateway is not valid"],
    ["ftp://127.0.0.1", "The address of the gateway is not valid"],
    ["ws://me:pass@127.0.0.1:9", "The address of the gateway contains a user name or password"],
    ["ws://x.example", "The connection to `x.example` is not encrypted"],
  ])("%s is refused", async (address, message) => {
    const { code, output } = await run([...words, address], { ...token, folder: oneSkill() });
    expect(output).toContain(`error: ${message}`);
    expect(output).not.toContain("pass@");
    expect(code).toBe(2);
  });

  it("a token that is missing or wrong is", async () => {
    const { url } = await serve();
    const folder = oneSkill();
    const without = await run([...words, url], { folder });
    expect(without).toMatchObject({ code: 2 });
    expect(without.output).toContain("No token for the gateway");
    const wrong = await run([...words, url, "--token", "another-token-987654321"], { folder });
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.output).toContain(`The gateway at \`${url}\` does not accept this token.`);
    expect(wrong.output).not.toContain("another-token");
  });

  it("a server of before, and one of something else, are told apart", async () => {
    const old = await listen(404, '{"error":{"code":"http/not-found","message":"No."}}');
    const other = await listen(200, "<html></html>");
    const folder = oneSkill();
    const ask = async (url: string) => (await run([...words, url], { ...token, folder })).output;
    expect(await ask(old)).toContain(`The gateway at \`${old}\` does not report its hosts`);
    expect(await ask(other)).toContain(`\`${other}\` answered 200`);
  });

  it("a gateway that is killed while a host is waited for ends the command", async () => {
    const { server, url } = await serve();
    const relay = await startRelay(`${url.replace("http", "ws")}/hosts`);
    cleanups.push(relay.close);
    relay.isHolding = true;
    await connect(relay.url, "a", ["gh"]);
    const asking = start([...words, url], { ...token, folder: oneSkill() });
    await until("it is asked", () => relay.fromHost.some((text) => text.includes("probe-result")));
    server.child.kill("SIGKILL");
    expect(await asking.exited).toBe(2);
    expect(asking.output()).toContain("the connection broke");
  });

  it.each([
    [["list", "--gateway", "ws://127.0.0.1:9"], "`--gateway` needs `--as`"],
    [["explain", "one", "--gateway"], "needs a value"],
  ])("%j is refused", (list, message) => {
    const { code, stderr } = playground().run(list);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
