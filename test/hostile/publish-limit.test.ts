/** Publishing makes the server unpack, scan and keep what somebody sends: nobody does it without a limit. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { beginRequest } from "../support/raw-request.ts";
import { openRegistry, type RegistryServer, skillText } from "../support/registry-server.ts";

let registry: RegistryServer;
beforeAll(async () => {
  registry = await openRegistry({ limits: { publish: { count: 2, seconds: 3600 } } });
});
afterAll(() => registry.close());

const publication = (version: string, more: object = {}): object => ({
  name: "letters",
  version,
  files: [{ path: "SKILL.md", text: skillText("letters") }],
  ...more,
});

async function publish(token: string, json: object): Promise<number> {
  const answer = await registry.send("POST", "/registry/api/v1/skills", { token, json });
  await answer.arrayBuffer();
  return answer.status;
}

/** The status that comes although nothing of the body was sent. */
async function unread(path: string, type: string, token?: string): Promise<number> {
  const request = beginRequest(registry.url, "POST", path, {
    "content-length": "1000",
    "content-type": type,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  });
  const { status } = await request.answer;
  request.end();
  return status;
}

const doors = [
  ["/registry/api/v1/skills", "application/zip"],
  ["/clawhub/api/v1/skills", "application/json"],
  ["/gaia/publish/skill", "multipart/form-data; boundary=x"],
] as const;

describe("[BX-14] publications of a user", () => {
  it("are counted together on every protocol, dry runs too, and refused before a body is read", async () => {
    const ann = await registry.join("ann@example.org");
    const bob = await registry.join("bob@example.org");
    expect(await publish(ann, publication("1.0.0", { dry_run: true }))).toBe(201);
    expect(await publish(ann, publication("1.0.0"))).toBe(201);
    for (const [path, type] of doors)
      expect([path, await unread(path, type, ann)]).toEqual([path, 429]);
    // Others are not counted with them.
    expect(await publish(bob, { ...publication("1.0.0", { dry_run: true }), name: "notes" })).toBe(
      201,
    );
  });

  it("are not counted for strangers, who are asked for a token each time", async () => {
    for (const [path, type] of doors)
      for (let count = 0; count < 4; count += 1)
        expect([path, await unread(path, type)]).toEqual([path, 401]);
  });
});
