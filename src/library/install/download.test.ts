/** Downloads of installers from a real server: what is kept, and what is refused. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tarGzOf, zipOf } from "../../../test/support/archives.ts";
import { useFolder } from "../../../test/support/skill-folders.ts";
import { type JsonObject, SkillError } from "../../skill/index.ts";
import { perform, type PerformOptions, planInstall } from "./index.ts";

const folder = useFolder();
const isPosix = process.platform !== "win32";
const OWN = { allowPrivate: ["127.0.0.1"] };

/** Files that came to lie among the tools of the skill. */
function kept(): readonly string[] {
  if (!existsSync(join(folder.path, "tools"))) return [];
  return readdirSync(join(folder.path, "tools"), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.path.length + 7))
    .map((path) => path.replace(/^tool-[0-9a-f]{32}./u, "").replaceAll("\\", "/"));
}

/** Follows an installer, and gives the code and the message of what went wrong. */
async function install(
  spec: JsonObject,
  options: Partial<PerformOptions> = OWN,
): Promise<string | undefined> {
  const { value = [], diagnostics } = planInstall(
    { id: "d", kind: "download", spec: { kind: "download", ...spec } },
    {
      platform: "linux",
      find: (program) => (program === "bzip2" ? BZIP2 : undefined),
      home: folder.path,
      toolsFolder: join(folder.path, "tools"),
      skillKey: "tool",
      nodeManager: "npm",
      ...OWN,
    },
  );
  const [problem] = diagnostics;
  if (problem !== undefined) return `${problem.code} ${problem.message}`;
  try {
    for (const action of value)
      await perform(action, { environment: {}, timeoutMs: 10_000, onOutput: () => {}, ...options });
    return undefined;
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    return `${error.diagnostic.code} ${error.diagnostic.message} ${error.diagnostic.hint ?? ""}`;
  }
}

/** Made by `tar -cj`: `tool-1/bin/tool` with the text `#!/bin/sh`. */
const TAR_BZ2: Buffer = Buffer.from(
  "QlpoOTFBWSZTWekht+0AANb7hMqQBEBoAv+AIiBwZZ4AAACACCAAlIbUSaR6mmjJoB6nqNomEVQaBGmg0A0YZJbP" +
    "/kYYlLBALqxAYYlTaNDwO07UODMiJxKjpQKjmX/Ar4XdnW/zcBgMkidKXpEplq9N2LIjC4ZWF0D4zkXL1EgWlDdK" +
    "Ql7JmtTVEWYIB8GcYtjs2yYDc0R/EmxENxdyRThQkOkht+0=",
  "base64",
);

const BZIP2 = ["/usr/bin/bzip2", "/bin/bzip2"].find((path) => existsSync(path));

describe("a download", () => {
  const files: { readonly [path: string]: Buffer } = {
    "/tool.tar.gz": tarGzOf([{ name: "tool-1/bin/tool", content: "#!/bin/sh\n", mode: 0o755 }]),
    "/tool.tar.bz2": TAR_BZ2,
    "/half.tar.bz2": TAR_BZ2.subarray(0, -20),
    "/evil.zip": zipOf([{ name: "../../evil", content: "x" }]),
    "/tool": Buffer.from("#!/bin/sh\n"),
  };
  let server: Server;
  let address = "";

  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? "";
      const away = /^\/to\/(.*)$/u.exec(path)?.[1];
      if (away !== undefined) response.writeHead(302, { location: decodeURIComponent(away) }).end();
      else if (path === "/huge") response.writeHead(200, { "content-length": 2 ** 30 }).write("x");
      else if (files[path] === undefined) response.writeHead(404).end();
      else response.end(files[path]);
    });
    await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it("[OC-11] of an archive is unpacked into the folder of the skill's tools", async () => {
    const sha256 = createHash("sha256")
      .update(files["/tool.tar.gz"] ?? "")
      .digest("hex");
    const url = `${address}/tool.tar.gz`;
    expect(await install({ url, sha256, stripComponents: 1, targetDir: "kit" })).toBeUndefined();
    expect(kept()).toEqual(["kit/bin/tool"]);
  });

  it.skipIf(BZIP2 === undefined)("[OC-11] of a tar.bz2 is unpacked by bzip2", async () => {
    expect(await install({ url: `${address}/tool.tar.bz2`, stripComponents: 1 })).toBeUndefined();
    expect(kept()).toEqual(["bin/tool"]);
  });

  it("[OC-11] of a single program is kept, also where the server sends on", async () => {
    const url = `${address}/to/%2Ftool`;
    expect(await install({ url, bins: ["_2Ftool"] })).toBeUndefined();
    expect(kept()).toEqual(["_2Ftool"]);
    const [name = ""] = readdirSync(join(folder.path, "tools"));
    const { mode } = statSync(join(folder.path, "tools", name, "_2Ftool"));
    if (isPosix) expect(mode & 0o111).not.toBe(0);
  });

  const refused: readonly (readonly [string, JsonObject, string, string])[] = [
    ["/tool", { sha256: "0".repeat(64) }, "install/wrong-digest", "names `000"],
    ["/evil.zip", {}, "install/unsafe-archive", "Nothing was installed."],
    ["/tool", { archive: "zip" }, "install/unsafe-archive", "The archive cannot be unpacked"],
    ["/huge", {}, "install/download-failed", "larger than 268435456 bytes"],
    ["/none", {}, "install/download-failed", "the server answered 404"],
    [
      "/tool",
      { targetDir: "../../.." },
      "install/outside-folder",
      "outside of the skill's tools folder",
    ],
  ];
  const packed: typeof refused = [
    ["/half.tar.bz2", {}, "install/unsafe-archive", "The archive cannot be unpacked"],
    ["/tool", { archive: "tar.bz2" }, "install/unsafe-archive", "The archive cannot be unpacked"],
  ];

  it.each(BZIP2 === undefined ? refused : [...refused, ...packed])(
    "[OC-11] of %s with %j is refused and nothing kept (%s)",
    async (path, more, code, words) => {
      const said = await install({ url: address + path, ...more });
      expect(said).toContain(code);
      expect(said).toContain(words);
      expect(kept()).toEqual([]);
    },
  );

  it.each([
    "http://192.0.2.1/tool",
    "https://127.0.0.2/tool",
    "https://[::1]/tool",
    "https://169.254.169.254/latest",
    "https://[::ffff:10.0.0.1]/tool",
    "https://localhost/tool",
  ])("[OC-11] that is sent on to %s is refused", async (target) => {
    const said = await install({ url: `${address}/to/${encodeURIComponent(target)}` });
    expect(said).toContain("install/refused-address");
    expect(kept()).toEqual([]);
  });

  it("[OC-11] from this machine is refused where nobody has allowed it", async () => {
    const said = await install({ url: `${address}/tool` }, { allowPrivate: [] });
    expect(said).toContain("install/refused-address");
    expect(kept()).toEqual([]);
  });
});
