/** Repositories of git whose server sends on: only what was checked is asked. */
import { writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { openGit } from "../../src/registry/sources/git/index.ts";
import { needs } from "../support/needs.ts";
import { temporaryFolder } from "../support/program.ts";
import { askAs, openRegistry, type RegistryServer } from "../support/registry-server.ts";

/** Serves a repository with one skill. */
let registry: RegistryServer;
let token = "";
const { publish } = askAs(() => [registry, token]);
beforeAll(async () => {
  registry = await openRegistry();
  token = await registry.join("ann@example.org");
  await publish("letters");
});
afterAll(() => registry.close());

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  // A server that listens on a port has an address with one.
  return (server.address() as AddressInfo).port;
}

let asked: string[] = [];
let inner = 0;
beforeEach(async () => {
  asked = [];
  inner = await serve((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(404).end();
  });
});

/** A server that sends every question on to the same path elsewhere. */
const sendOn = (to: string): Promise<number> =>
  serve((request, response) => {
    response.writeHead(302, { location: `${to}${request.url ?? ""}` }).end();
  });

/** `localhost` is asked at this machine, and taken for a server on the open network. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  localhost: ["93.184.216.34"],
  "inner.example": ["127.0.0.1"],
};
const resolve = (name: string): Promise<readonly string[]> => Promise.resolve(NAMES[name] ?? []);

/** The settings of a user who lets git follow everything. */
function environment(): Record<string, string> {
  const home = temporaryFolder();
  writeFileSync(join(home, ".gitconfig"), "[http]\n\tfollowRedirects = true\n");
  return { PATH: process.env["PATH"] ?? "", HOME: home };
}

const git = needs.command("git");

for (const form of ["http://127.0.0.1:PORT", "http://inner.example:PORT", "http://127.1:PORT"])
  git.it(`[BX-14] a repository on the open network sends nobody on to ${form}`, async () => {
    const url = `http://localhost:${await sendOn(form.replace("PORT", String(inner)))}`;
    await expect(openGit({ url }, environment(), { resolve })).rejects.toThrow(
      "is not on the open network",
    );
    expect(asked).toEqual([]);
  });

git.it("[BX-14] a repository sends nobody on in the middle of a fetch", async () => {
  const refs = await fetch(`${registry.url}/git/letters/info/refs?service=git-upload-pack`);
  const type = refs.headers.get("content-type") ?? "";
  const bytes = await refs.bytes();
  const port = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://x");
    if (pathname === "/info/refs") response.writeHead(200, { "content-type": type }).end(bytes);
    else response.writeHead(307, { location: `http://127.0.0.1:${inner}${pathname}` }).end();
  });
  const url = `http://localhost:${port}`;
  await expect(openGit({ url }, environment(), { resolve })).rejects.toThrow("307");
  expect(asked).toEqual([]);
});

git.it("a repository that moved on its server is fetched from there", async () => {
  const to = `${registry.url.replace("127.0.0.1", "localhost")}/git/letters`;
  const url = `http://localhost:${await sendOn(to)}`;
  const place = await openGit({ url }, environment(), { resolve });
  expect(await place.names()).toEqual(["letters"]);
  // It is known by the address that was named.
  expect(place.address).toBe(url);
});

it.each(["ext::sh -c x", "fd::7", "gopher://x/y", "ftp://x/y", "dict://x/y"])(
  "[BX-14] git is not started for %s",
  async (url) => {
    await expect(openGit({ url }, { PATH: "/nowhere" }, { resolve })).rejects.toThrow(
      "is not a git repository",
    );
  },
);
