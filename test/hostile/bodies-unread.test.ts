/** Who asks is known before a large body is read: requests that send their heads alone get their refusals. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAdapters } from "../../src/registry/protocols/index.ts";
import { FACE_OPTIONS } from "../support/protocols.ts";
import { loadApiRoutes } from "../../src/serve/api/index.ts";
import { beginRequest } from "../support/raw-request.ts";
import { openRegistry, type RegistryServer, skillText } from "../support/registry-server.ts";

const apiRoutes = await loadApiRoutes();
const adapters = createAdapters(FACE_OPTIONS);
const KB = 1024;

let registry: RegistryServer;
let reader = "";
let writer = "";
beforeAll(async () => {
  registry = await openRegistry({
    quotas: { versions: 1 },
    limits: { device: { count: 10_000, seconds: 60 } },
  });
  reader = await registry.join("ann@example.org", ["registry:read"]);
  writer = await registry.join("bob@example.org");
});
afterAll(() => registry.close());

/** The status that comes although nothing of the body was sent. */
async function unread(
  method: string,
  path: string,
  bytes: number,
  { token, type = "application/json" }: { token?: string; type?: string } = {},
): Promise<number> {
  const request = beginRequest(
    registry.url,
    method,
    path.replaceAll(/\{\w+(?:\.\.\.)?\}/gu, "none"),
    {
      "content-length": String(bytes),
      "content-type": type,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  );
  const { status } = await request.answer;
  request.end();
  return status;
}

describe("a stranger", () => {
  const addresses = [
    ...apiRoutes.map(({ method, path }) => [method, path] as const),
    ...adapters.flatMap(({ rows }) => rows.map(({ method, path }) => [method, path] as const)),
    ["POST", "/hosts/explain"] as const,
  ].filter(([method]) => method !== "GET");

  it.each(addresses)("[BX-14] is answered before a body of 5 MB: %s %s", async (method, path) => {
    expect(await unread(method, path, 5_000_000)).toBeGreaterThanOrEqual(200);
  });

  const open = apiRoutes.filter(({ access, body }) => access === "everyone" && body !== undefined);
  it.each(open.map(({ method, path }) => [method, path] as const))(
    "[BX-14] sends at most 16 KB to %s %s",
    async (method, path) => {
      expect(await unread(method, path, 16 * KB + 1)).toBe(413);
    },
  );

  it("[BX-14] sends at most 16 KB to the device routes of ClawHub and those of OAuth", async () => {
    for (const name of ["code", "token"])
      expect(await unread("POST", `/api/cli/device/${name}`, 16 * KB + 1)).toBe(413);
    for (const name of ["register", "token"])
      expect(await unread("POST", `/oauth/${name}`, 16 * KB + 1)).toBe(413);
  });
});

describe("a member", () => {
  const publications: readonly (readonly [string, string])[] = [
    ["/registry/api/v1/skills", "application/zip"],
    ["/clawhub/api/v1/skills", "multipart/form-data; boundary=x"],
    ["/clawhub/api/v1/skills/-/upload/none", "application/octet-stream"],
    ["/gaia/publish/skill", "multipart/form-data; boundary=x"],
  ];
  it.each(publications)("[BX-14] without the scope publishes nothing to %s", async (path, type) => {
    expect(await unread("POST", path, 40_000_000, { token: reader, type })).toBe(403);
  });

  it.each([
    ["POST", "/clawhub/api/v1/skills/none/report"],
    ["POST", "/clawhub/api/v1/skills/-/upload-url"],
    ["POST", "/clawhub/api/v1/skills/none/tags/beta"],
    ["DELETE", "/clawhub/api/v1/skills/none"],
    ["POST", "/clawhub/api/v1/publishers"],
    ["POST", "/registry/api/v1/skills/none/reports"],
    ["PUT", "/registry/api/v1/skills/none/review"],
    ["POST", "/registry/api/v1/publishers"],
  ])("[BX-14] sends at most 64 KB to %s %s", async (method, path) => {
    expect(await unread(method, path, 64 * KB + 1, { token: writer })).toBe(413);
  });

  it("[BX-14] without room for another version sends none", async () => {
    const carl = await registry.join("carl@example.org");
    const published = await registry.send("POST", "/registry/api/v1/skills", {
      token: carl,
      json: {
        name: "letters",
        version: "1.0.0",
        files: [{ path: "SKILL.md", text: skillText("letters") }],
      },
    });
    expect(published.status).toBe(201);
    for (const [path, type] of publications.filter(([address]) => !address.includes("/upload/")))
      expect(await unread("POST", path, 40_000_000, { token: carl, type })).toBe(507);
  });
});
