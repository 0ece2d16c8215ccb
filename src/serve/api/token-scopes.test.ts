import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { type Answered, createPlatform, type Platform } from "../../../test/support/platform.ts";
import { PASSWORD } from "../../../test/support/users.ts";
import { createFakeClock, type FakeClock } from "../../platform/machine/clock.ts";

const DAY = 86_400_000;

interface Listed {
  readonly id: string;
  readonly role: string;
}

async function renewed(send: Platform["send"]): Promise<{ readonly token: string }> {
  const body = { email: "ada@example.org", password: PASSWORD };
  const { json } = await send("POST", "/api/v1/auth/login", { body });
  return json as { readonly token: string };
}

describeOnDatabases("a token", ({ open }) => {
  interface Started extends Platform {
    readonly clock: FakeClock;
    /** The session of an administrator. */
    readonly root: string;
    readonly ada: string;
    readonly mint: (token: string, body: object) => Promise<Answered & { readonly json: never }>;
    /** A personal token made in a session. */
    readonly token: (session: string, scopes: readonly string[], days?: number) => Promise<string>;
  }

  async function begin(): Promise<Started> {
    const clock = createFakeClock(Date.parse("2026-11-15T10:00:00Z"));
    const platform = await createPlatform({ database: await open(), clock });
    const root = await platform.join("root@example.org");
    const ada = await platform.join("ada@example.org");
    const mint: Started["mint"] = async (token, body) =>
      // What is there is named by the test.
      (await platform.send("POST", "/api/v1/auth/tokens", {
        token,
        body: { name: "made by a test", ...body },
      })) as Answered & { readonly json: never };
    const token: Started["token"] = async (session, scopes, days) => {
      const answer = await mint(session, { scopes, ...(days === undefined ? {} : { days }) });
      if (answer.status !== 201) throw new Error(answer.text);
      return (answer.json as { readonly token: string }).token;
    };
    return { ...platform, clock, root, ada, mint, token };
  }

  it("[BX-14] mints no token with a scope that it does not have", async () => {
    const { ada, mint, token } = await begin();
    const narrow = await token(ada, ["account", "skills:read"]);
    expect((await mint(narrow, { scopes: ["skills:read"] })).status).toBe(201);
    for (const scopes of [["skills:write"], ["skills:read", "registry:write"], ["chat"]])
      expect(await mint(narrow, { scopes })).toMatchObject({
        status: 403,
        json: { detail: expect.stringContaining("The token lacks the scope") },
      });
  });

  it("[BX-14] mints no token that outlives it", async () => {
    const { ada, mint, token, clock, send } = await begin();
    const short = await token(ada, ["account"], 7);
    expect(await mint(short, { scopes: ["account"], days: 8 })).toMatchObject({ status: 403 });
    const made = (await mint(short, { scopes: ["account"] })).json as { readonly token: string };
    expect(made).toMatchObject({ expires_at: "2026-11-22T10:00:00.000Z" });
    const shorter = await mint(short, { scopes: ["account"], days: 2 });
    expect(shorter.json).toMatchObject({ expires_at: "2026-11-17T10:00:00.000Z" });
    clock.advance(7 * DAY);
    const late = await send("GET", "/api/v1/auth/me", { token: made.token });
    expect(late.status).toBe(401);
    const lasting = await token((await renewed(send)).token, ["account"]);
    expect((await mint(lasting, { scopes: ["account"], days: 3650 })).status).toBe(201);
  });

  it("[BX-14] takes with it what was minted by it, when it is revoked", async () => {
    const { ada, mint, send } = await begin();
    const stolen = (await mint(ada, { scopes: ["account"] })).json as {
      readonly id: string;
      readonly token: string;
    };
    const child = (await mint(stolen.token, { scopes: ["account"] })).json as typeof stolen;
    const grandchild = (await mint(child.token, { scopes: ["account"] })).json as typeof stolen;
    const other = (await mint(ada, { scopes: ["account"] })).json as typeof stolen;
    await send("DELETE", `/api/v1/auth/tokens/${stolen.id}`, { token: ada });
    for (const { token } of [stolen, child, grandchild])
      expect((await send("GET", "/api/v1/auth/me", { token })).status).toBe(401);
    expect((await send("GET", "/api/v1/auth/me", { token: other.token })).status).toBe(200);
  });

  it("[BX-14] of an administrator manages accounts by a scope of its own, and takes none over", async () => {
    const { root, token, send } = await begin();
    const account = await token(root, ["account"]);
    expect((await send("GET", "/api/v1/users", { token: account })).status).toBe(403);
    const users = await token(root, ["users"]);
    const listed = await send("GET", "/api/v1/users", { token: users });
    const people = (listed.json as { readonly users: readonly Listed[] }).users;
    const first = people.find(({ role }) => role === "admin");
    const second = people.find(({ role }) => role === "user");
    const change = (id: string | undefined, body: object): Promise<Answered> =>
      send("PATCH", `/api/v1/users/${id ?? ""}`, { token: users, body });
    // A new password would open a session, which may everything.
    for (const id of [first?.id, second?.id])
      expect(await change(id, { password: "tulips under the bridge" })).toMatchObject({
        status: 403,
        json: { detail: expect.stringContaining("not a token") },
      });
    expect((await change(second?.id, { role: "admin" })).status).toBe(403);
    expect((await change(second?.id, { is_active: false })).status).toBe(200);
  });

  it("[BX-14] of an administrator is that of a person, unless it may manage accounts", async () => {
    const { root, ada, token, send } = await begin();
    const content = "---\nname: ada-notes\ndescription: Notes of Ada.\n---\n\nHers.\n";
    const created = await send("POST", "/api/v1/skills", {
      token: ada,
      body: { name: "ada-notes", content },
    });
    expect(created.status).toBe(201);
    const names = async (sent: string): Promise<string> =>
      (await send("GET", "/api/v1/skills", { token: sent })).text;
    const read = async (sent: string): Promise<number> =>
      (await send("GET", "/api/v1/skills/ada-notes", { token: sent })).status;
    const plain = await token(root, ["skills:read", "skills:write", "account", "models"]);
    expect(await names(plain)).not.toContain("ada-notes");
    expect(await read(plain)).toBe(404);
    const managing = await token(root, ["skills:read", "users"]);
    expect(await names(managing)).toContain("ada-notes");
    expect(await read(managing)).toBe(200);
    // Whose token it is says nothing of what it may do.
    const me = await send("GET", "/api/v1/auth/me", { token: plain });
    expect(me.json).toMatchObject({ email: "root@example.org", role: "admin" });
  });

  it("[BX-14] moderates the registry and changes keys by scopes of their own", async () => {
    const { root, ada, token, send } = await begin();
    const path = "/registry/api/v1";
    const writing = await token(root, ["registry:read", "registry:write"]);
    const moderating = await token(root, ["registry:moderate"]);
    const keeping = await token(root, ["registry:keys", "registry:moderate"]);
    const queue = (sent: string): Promise<Answered> =>
      send("GET", `${path}/queue`, { token: sent });
    expect((await queue(writing)).status).toBe(403);
    expect((await queue(moderating)).status).toBe(200);
    expect((await queue(await token(ada, ["registry:moderate"]))).status).toBe(403);
    const body = { identity: { name: "ada@example.org", issuer: "https://issuer.example" } };
    const add = (sent: string, more: object = {}): Promise<Answered> =>
      send("POST", `${path}/keys`, { token: sent, body: { ...body, ...more } });
    expect((await add(writing)).status).toBe(403);
    expect((await add(moderating)).status).toBe(403);
    expect((await add(await token(root, ["registry:keys"]))).status).toBe(403);
    expect((await add(keeping)).status).toBe(201);
    await send("POST", `${path}/publishers`, { token: ada, body: { handle: "ada" } });
    const own = { publisher: "ada" };
    expect((await add(await token(ada, ["registry:write"]), own)).status).toBe(403);
    expect((await add(await token(ada, ["registry:keys"]), own)).status).toBe(201);
    // A member could publish and change keys in the name of the publisher.
    const member = {
      token: await token(ada, ["registry:write"]),
      body: { email: "root@example.org", role: "owner" },
    };
    expect((await send("PUT", `${path}/publishers/ada/members`, member)).status).toBe(403);
  });

  it("[BX-14] for a device is shown with its scopes, its end and who asks, before anybody agrees", async () => {
    const { ada, token, send } = await begin();
    const path = "/registry/api/v1/device";
    const begun = await send("POST", `${path}/code`, {
      body: { label: "laptop\u202e\u0007 of Ada", scopes: ["registry:write", "registry:keys"] },
      address: "192.0.2.7",
    });
    const { user_code: code } = begun.json as { readonly user_code: string };
    const read = (sent?: string): Promise<Answered> =>
      send(
        "GET",
        `${path}/request?user_code=${code.toLowerCase()}`,
        sent === undefined ? {} : { token: sent },
      );
    expect((await read()).status).toBe(401);
    expect((await read(await token(ada, ["registry:write"]))).status).toBe(403);
    expect((await read(ada)).json).toEqual({
      user_code: code,
      label: "laptop of Ada",
      address: "192.0.2.7",
      // What a device may never have is not asked for either.
      scopes: ["registry:write"],
      token_days: 365,
      created_at: "2026-11-15T10:00:00.000Z",
      expires_at: "2026-11-15T10:15:00.000Z",
    });
    const answer = { user_code: code, is_approved: true };
    // A page of another site has no token to send; the cookie of a session agrees to nothing.
    const cookie = "skillwright_session=swr_x";
    const forged = await send("POST", `${path}/answer`, { body: answer, headers: { cookie } });
    expect(forged.status).toBe(401);
    expect((await send("POST", `${path}/answer`, { token: ada, body: answer })).status).toBe(204);
    expect((await read(ada)).status).toBe(404);
  });
});
