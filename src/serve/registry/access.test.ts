import { expect, it } from "vitest";
import { accept } from "../../../test/support/invitations.ts";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { BASE, createRegistry, type Registry, skillFiles } from "../../../test/support/market.ts";
import { createPlatform } from "../../../test/support/platform.ts";
import { openMemoryStore } from "../../library/store/index.ts";
import { loadApiRoutes } from "../api/index.ts";

const apiRoutes = await loadApiRoutes();

/** Every route of the registry that only looks, for the skill of the suite. */
const LOOKS: readonly string[] = apiRoutes
  .filter(({ method, path }) => method === "GET" && path.startsWith(`${BASE}/skills/`))
  .map(({ path }) =>
    path.slice(BASE.length).replace("{name}", "web-search").replace("{version}", "1.0.0"),
  )
  .map((path) => (path.endsWith("/resolve") ? `${path}?digest=x` : path));

async function statuses(
  { ask }: Registry,
  token: string | undefined,
): Promise<Readonly<Record<string, number>>> {
  const seen: Record<string, number> = {};
  for (const path of LOOKS) seen[path] = (await ask("GET", path, token)).status;
  return seen;
}

function all(status: number): Readonly<Record<string, number>> {
  return Object.fromEntries(LOOKS.map((path) => [path, status]));
}

/** What is asked for is not there of the skill of the suite, which no build made. */
const MISSING: Readonly<Record<string, number>> = { "/skills/web-search/1.0.0/provenance": 404 };

/** For its publisher alone, so that whoever is nobody has to log in, whatever the skill. */
const OWN = { "/skills/web-search/requests": 401 };

describeOnDatabases("who may see and change what in the registry", ({ open }) => {
  it("knows every route that looks at a skill", () => {
    expect(LOOKS.toSorted()).toEqual([
      "/skills/web-search",
      "/skills/web-search/1.0.0",
      "/skills/web-search/1.0.0/audit",
      "/skills/web-search/1.0.0/file",
      "/skills/web-search/1.0.0/provenance",
      "/skills/web-search/download",
      "/skills/web-search/log",
      "/skills/web-search/requests",
      "/skills/web-search/resolve?digest=x",
      "/skills/web-search/reviews",
      "/skills/web-search/versions",
    ]);
  });

  it("hides a private skill from others on every route", async () => {
    const registry = await createRegistry({ database: await open() });
    const { publish, ask, ada, bob, root } = registry;
    await publish(ada, skillFiles(), { visibility: "private" });
    expect(await statuses(registry, undefined)).toEqual({ ...all(404), ...OWN });
    expect(await statuses(registry, bob)).toEqual(all(404));
    expect(await statuses(registry, ada)).toEqual({ ...all(200), ...MISSING });
    expect(await statuses(registry, root)).toEqual({ ...all(200), ...MISSING });
    for (const token of [undefined, bob]) {
      expect((await ask("GET", "/skills", token)).json).toMatchObject({ skills: [] });
      expect((await ask("GET", "/search?q=web", token)).json).toMatchObject({ total: 0 });
    }
    expect((await ask("GET", "/search?q=web", ada)).json).toMatchObject({ total: 1 });
    expect((await ask("GET", "/skills", ada)).json).toMatchObject({
      skills: [{ name: "web-search" }],
    });
    // Nor can others do anything to it.
    for (const [method, path, body] of [
      ["PUT", "/skills/web-search/star", undefined],
      ["PUT", "/skills/web-search/review", { rating: 1 }],
      ["POST", "/skills/web-search/reports", { reason: "x" }],
      ["DELETE", "/skills/web-search", undefined],
      ["POST", "/skills/web-search/1.0.0/yank", {}],
      ["PUT", "/skills/web-search/visibility", { visibility: "public" }],
    ] as const)
      expect([path, (await ask(method, path, bob, body)).status]).toEqual([path, 404]);
    const shown = await ask("PUT", "/skills/web-search/visibility", ada, { visibility: "public" });
    expect(shown.json).toMatchObject({ visibility: "public" });
    expect((await ask("GET", "/skills/web-search")).status).toBe(200);
    expect((await publish(ada, skillFiles({ name: "x" }), { visibility: "team" })).status).toBe(
      400,
    );
  });

  it("shows a skill of a team to its members, who publish, and whose owners decide", async () => {
    const registry = await createRegistry({ database: await open() });
    const { publish, ask, send, ada, bob, eve } = registry;
    const made = await send("POST", "/api/v1/teams", { token: ada, body: { name: "crew" } });
    const { id: team_id } = made.json as { readonly id: string };
    const email = "bob@example.org";
    await send("PUT", `/api/v1/teams/${team_id}/members`, { token: ada, body: { email } });
    await accept({ send }, bob);
    const crew = { handle: "crew", team_id };
    expect((await ask("POST", "/publishers", bob, crew)).status).toBe(403);
    expect((await ask("POST", "/publishers", ada, crew)).status).toBe(201);
    expect((await ask("POST", "/publishers", ada, crew)).status).toBe(409);
    const details = { publisher: "crew", visibility: "team" };
    expect((await publish(eve, skillFiles(), details)).status).toBe(403);
    expect((await publish(bob, skillFiles(), details)).status).toBe(201);
    expect(await statuses(registry, bob)).toEqual({ ...all(200), ...MISSING });
    expect(await statuses(registry, eve)).toEqual(all(404));
    expect((await ask("GET", "/search?q=web", bob)).json).toMatchObject({ total: 1 });
    expect((await ask("GET", "/search?q=web", eve)).json).toMatchObject({ total: 0 });
    // A member publishes, but takes nothing away.
    expect((await ask("POST", "/skills/web-search/1.0.0/yank", bob, {})).status).toBe(403);
    const role = { email, role: "maintainer" };
    expect((await ask("PUT", "/publishers/crew/members", bob, role)).status).toBe(403);
    expect((await ask("PUT", "/publishers/crew/members", ada, role)).status).toBe(204);
    await accept({ send }, bob);
    expect((await ask("POST", "/skills/web-search/1.0.0/yank", bob, {})).status).toBe(200);
    expect((await ask("GET", "/publishers/crew/members", ada)).json).toMatchObject({
      members: [{ email, role: "maintainer" }],
    });
    expect((await ask("GET", "/publishers", bob)).json).toMatchObject({
      publishers: [{ handle: "bob" }, { handle: "crew", kind: "team", role: "maintainer" }],
    });
    await ask("PUT", "/skills/web-search/visibility", ada, { visibility: "private" });
    await ask("PUT", "/publishers/crew/members", ada, { email });
    expect((await ask("GET", "/skills/web-search/1.0.0", bob)).status).toBe(404);
  });

  it("keeps a private registry private on every route", async () => {
    const database = await open();
    const packages = await openMemoryStore();
    const { publish, ada } = await createRegistry({ database, packages });
    await publish(ada, skillFiles());
    const closed = await createPlatform({ database, packages, market: { isPrivate: true } });
    const places = [...LOOKS, "/skills", "/search?q=web", "/publishers/ada", "/keys", "/whoami"];
    for (const path of places) {
      const stranger = await closed.send("GET", `${BASE}${path}`);
      expect([path, stranger.status]).toEqual([path, 401]);
      const known = await closed.send("GET", `${BASE}${path}`, { token: ada });
      expect([path, known.status]).toEqual([path, MISSING[path] ?? 200]);
    }
  });

  it("lets an administrator make accounts where strangers may not", async () => {
    const database = await open();
    const { root, bob } = await createRegistry({ database });
    const { send } = await createPlatform({ database, more: { allowsRegistration: false } });
    const body = { email: "new@example.org" };
    const stranger = { email: "x@example.org", password: "correct horse" };
    expect((await send("POST", "/api/v1/auth/register", { body: stranger })).status).toBe(403);
    expect((await send("POST", "/api/v1/users", { token: bob, body })).status).toBe(403);
    const made = await send("POST", "/api/v1/users", { token: root, body });
    const { password } = made.json as { readonly password: string };
    expect([made.status, made.json]).toMatchObject([201, { ...body, role: "user" }]);
    const login = await send("POST", "/api/v1/auth/login", { body: { ...body, password } });
    expect(login.status).toBe(200);
    expect((await send("POST", "/api/v1/users", { token: root, body })).status).toBe(409);
    const chosen = { email: "two@example.org", password: "correct horse" };
    const second = await send("POST", "/api/v1/users", { token: root, body: chosen });
    expect(second.json).toMatchObject({ password: null });
  });

  it("asks tokens for the scopes of the registry", async () => {
    const { ask, send, publish, ada } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    const tokenFor = async (scopes: readonly string[]): Promise<string> => {
      const made = await send("POST", "/api/v1/auth/tokens", {
        token: ada,
        body: { name: scopes.join(" "), scopes },
      });
      return (made.json as { readonly token: string }).token;
    };
    const [chat, read, write] = [
      await tokenFor(["chat"]),
      await tokenFor(["registry:read"]),
      await tokenFor(["registry:write"]),
    ];
    expect((await ask("GET", "/skills", chat)).status).toBe(403);
    expect((await ask("GET", "/skills", read)).status).toBe(200);
    expect((await ask("GET", "/skills", "swt_wrong")).status).toBe(401);
    expect((await publish(read, skillFiles({ version: "1.1.0" }))).status).toBe(403);
    expect((await publish(write, skillFiles({ version: "1.1.0" }))).status).toBe(201);
    expect((await ask("GET", "/skills/web-search", write)).status).toBe(200);
  });
});
