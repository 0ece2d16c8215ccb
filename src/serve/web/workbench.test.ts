import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/program.ts";
import { HostInventory } from "../../library/hosts/index.ts";
import { createApp, routes } from "../http/index.ts";
import { loadWebFiles } from "./index.ts";

const HTML = "<!doctype html><title>Workbench</title>";
const SCRIPT = "console.log('a page');".repeat(80);

function makeApp(isBuilt: boolean): ReturnType<typeof createApp> {
  const folder = temporaryFolder();
  if (isBuilt) {
    mkdirSync(join(folder, "assets"));
    mkdirSync(join(folder, ".vite"));
    writeFileSync(join(folder, "index.html"), HTML);
    writeFileSync(join(folder, ".vite/manifest.json"), "{}");
    writeFileSync(join(folder, "assets/page-abc.js"), SCRIPT);
    writeFileSync(join(folder, "assets/page-abc.js.gz"), gzipSync(SCRIPT));
  }
  const inventory = new HostInventory();
  const ports = { version: "0", token: "a-token-of-the-tests", inventory, skills: () => [] };
  return createApp(ports, routes, undefined, loadWebFiles(folder));
}

const asPage = { headers: { accept: "text/html,*/*" } };

describe("the workbench", () => {
  it.each(["/", "/skills", "/skills/letters/edit", "/index.html"])("is at %s", async (path) => {
    const answer = await makeApp(true).request(path, asPage);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(HTML);
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/u);
  });

  it.each([
    ["/api/skill", asPage],
    ["/api", asPage],
    ["/healthz/x", asPage],
    ["/hosts/1", asPage],
    ["/skills/picture.png.js", {}],
    ["/skills", {}],
    ["/.vite/manifest.json", asPage],
    ["/assets/../../package.json", {}],
    ["/assets/%2e%2e%2findex.html", {}],
    ["/skills", { ...asPage, method: "POST" }],
  ])("is not at %s", async (path, init) => {
    const answer = await makeApp(true).request(path, init);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toContain("application/json");
  });

  it("gives files with a sum in their name for ever, smaller where the browser takes it", async () => {
    const app = makeApp(true);
    const plain = await app.request("/assets/page-abc.js");
    expect(await plain.text()).toBe(SCRIPT);
    expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const small = await app.request("/assets/page-abc.js", {
      headers: { "accept-encoding": "br;q=0, gzip" },
    });
    expect(small.headers.get("content-encoding")).toBe("gzip");
    expect(Buffer.from(await small.arrayBuffer())).toEqual(gzipSync(SCRIPT));
    expect(small.headers.get("vary")).toBe("accept-encoding");
    const again = await app.request("/assets/page-abc.js", {
      headers: { "if-none-match": plain.headers.get("etag") ?? "" },
    });
    expect(again.status).toBe(304);
    const head = await app.request("/assets/page-abc.js", { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(String(SCRIPT.length));
    expect(await head.text()).toBe("");
  });

  it("says in a sentence that it was not built, and leaves the API as it is", async () => {
    const app = makeApp(false);
    const root = await app.request("/", asPage);
    expect(root.status).toBe(404);
    expect(await root.text()).toMatch(/^This server was built without the workbench\./u);
    expect((await app.request("/skills", asPage)).status).toBe(404);
    expect((await app.request("/healthz")).status).toBe(200);
  });
});
