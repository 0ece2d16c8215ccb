/** What one user can write into a registry again and again: every record of it has a bound. */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { DEFAULT_QUOTAS } from "../../src/hub/quotas/index.ts";
import { newKeyPair } from "../../src/platform/signing/index.ts";
import { describeOnDatabases } from "../contract/databases.ts";
import { accept } from "../support/invitations.ts";
import { createRegistry, skillFiles } from "../support/market.ts";

describeOnDatabases("[BX-14] records of a registry", ({ open }) => {
  it("hold at most 20 keys of a publisher", async () => {
    const { ask, ada } = await createRegistry({ database: await open() });
    await ask("GET", "/whoami", ada);
    const add = async (more: object = {}): Promise<number> => {
      const public_key = Buffer.from(newKeyPair().publicBytes).toString("base64");
      return (await ask("POST", "/keys", ada, { public_key, publisher: "ada", ...more })).status;
    };
    for (let count = 0; count < 20; count += 1) expect(await add()).toBe(201);
    expect(await add()).toBe(507);
    expect(await add({ identity: { name: "ada", issuer: "https://id.example" } })).toBe(507);
    const listed = await ask("GET", "/keys?publisher=ada");
    const { keys } = listed.json as { readonly keys: readonly { readonly key_id: string }[] };
    expect(keys.length).toBe(20);
    const one = encodeURIComponent(keys[0]?.key_id ?? "");
    expect((await ask("DELETE", `/keys/${one}?publisher=ada`, ada)).status).toBe(204);
    expect(await add()).toBe(201);
    // What is listed of them stays small, too.
    const large = `-----BEGIN PGP PUBLIC KEY BLOCK-----\n${"a".repeat(40_000)}`;
    expect(await add({ public_key: large })).toBe(400);
  });

  it("hold at most 50 tags of a skill", async () => {
    const { ask, ada, publish } = await createRegistry({ database: await open() });
    expect((await publish(ada, skillFiles())).status).toBe(201);
    const tag = async (name: string, version?: string): Promise<number> =>
      (
        await ask(
          "PUT",
          `/skills/web-search/tags/${name}`,
          ada,
          version === undefined ? {} : { version },
        )
      ).status;
    for (let number = 0; number < 50; number += 1)
      expect(await tag(`t${number}`, "1.0.0")).toBeLessThan(300);
    expect(await tag("one-more", "1.0.0")).toBe(507);
    const next = skillFiles({ version: "1.1.0" });
    expect((await publish(ada, next, { tags: ["one-more"] })).status).toBe(507);
    expect(await tag("t7", "1.0.0")).toBeLessThan(300);
    expect(await tag("t7")).toBeLessThan(300);
    expect(await tag("one-more", "1.0.0")).toBeLessThan(300);
  });

  it("hold a bounded number of changes of a user in the log, and short reasons", async () => {
    const { ask, ada, root, publish } = await createRegistry({
      database: await open(),
      quotas: { ...DEFAULT_QUOTAS, changes: 5 },
    });
    expect((await publish(ada, skillFiles())).status).toBe(201);
    const deprecate = async (token: string): Promise<number> =>
      (await ask("PUT", "/skills/web-search/deprecation", token, { message: "漢".repeat(2000) }))
        .status;
    const statuses: number[] = [];
    for (let count = 0; count < 8; count += 1) statuses.push(await deprecate(ada));
    expect(statuses[0]).toBe(200);
    expect(statuses.at(-1)).toBe(507);
    // Whoever cleans up is not kept from it.
    expect(await deprecate(root)).toBe(200);
    const { json } = await ask("GET", "/skills/web-search/log", ada);
    const { entries } = json as { readonly entries: readonly { readonly reason: string }[] };
    expect(entries.length).toBeLessThanOrEqual(7);
    expect(Math.max(...entries.map(({ reason }) => reason.length))).toBeLessThanOrEqual(500);
  });

  it("hold one report of a version, however often it is scanned again", async () => {
    const { ask, ada, publish, ports } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    for (let count = 0; count < 3; count += 1)
      expect((await ask("POST", "/skills/web-search/1.0.0/reaudit", ada)).status).toBe(200);
    const { rows } = await sql`select id from market_audits`.execute(ports.database.query);
    expect(rows).toHaveLength(1);
    expect((await ask("GET", "/skills/web-search/1.0.0/audit")).status).toBe(200);
  });

  it("hold a bounded number of publishers of the teams of a user", async () => {
    const registry = await createRegistry({
      database: await open(),
      quotas: { ...DEFAULT_QUOTAS, publishers: 3 },
    });
    const { send, ask, ada } = registry;
    const made = await send("POST", "/api/v1/teams", { token: ada, body: { name: "crew" } });
    const { id: team_id } = made.json as { readonly id: string };
    const add = async (handle: string): Promise<number> =>
      (await ask("POST", "/publishers", ada, { handle, team_id })).status;
    for (const handle of ["crew-a", "crew-b", "crew-c"]) expect(await add(handle)).toBe(201);
    expect(await add("crew-d")).toBe(507);
    // They stay the user's when the team is gone, and count as such.
    expect((await send("DELETE", `/api/v1/teams/${team_id}`, { token: ada })).status).toBe(204);
    const again = await send("POST", "/api/v1/teams", { token: ada, body: { name: "others" } });
    const { id } = again.json as { readonly id: string };
    expect((await ask("POST", "/publishers", ada, { handle: "other", team_id: id })).status).toBe(
      507,
    );
  });

  it("count a version that is yanked and brought back among the changes of a user", async () => {
    const { ask, ada, publish } = await createRegistry({
      database: await open(),
      quotas: { ...DEFAULT_QUOTAS, changes: 5 },
    });
    expect((await publish(ada, skillFiles())).status).toBe(201);
    const statuses: number[] = [];
    for (const action of ["yank", "unyank", "yank", "unyank", "yank", "unyank"])
      statuses.push((await ask("POST", `/skills/web-search/1.0.0/${action}`, ada, {})).status);
    expect(statuses[0]).toBe(200);
    expect(statuses.at(-1)).toBe(507);
  });

  it("count drafts that are handed in and appeals among the changes of a user", async () => {
    const { ask, ada, root, publish } = await createRegistry({
      database: await open(),
      quotas: { ...DEFAULT_QUOTAS, changes: 6 },
    });
    expect((await publish(ada, skillFiles())).status).toBe(201);
    const draft = skillFiles({ version: "1.1.0" });
    expect((await publish(ada, draft, { draft: true })).status).toBe(201);
    const quarantine = { decision: "quarantine", reason: "It does harm." };
    const path = "/skills/web-search/1.0.0";
    expect((await ask("POST", `${path}/moderate`, root, quarantine)).status).toBe(200);
    for (let count = 0; count < 8; count += 1)
      await ask("PUT", "/skills/web-search/deprecation", ada, { message: "old" });
    const submitted = await ask("POST", "/skills/web-search/1.1.0/submit", ada, {});
    expect(submitted.status, submitted.text).toBe(507);
    const appealed = await ask("POST", `${path}/appeal`, ada, { text: "It does none." });
    expect(appealed.status, appealed.text).toBe(507);
  });

  it("give the beginning of what is new in lists, and all of it with the version", async () => {
    const { ask, ada, publish } = await createRegistry({ database: await open() });
    const changelog = "New. ".repeat(4000);
    expect((await publish(ada, skillFiles(), { changelog })).status).toBe(201);
    for (const path of ["/skills", "/search?q=web", "/skills/web-search/versions"])
      expect([path, (await ask("GET", path, ada)).text.length < 8192]).toEqual([path, true]);
    const { json } = await ask("GET", "/skills/web-search/1.0.0", ada);
    expect(json).toMatchObject({ changelog });
  });

  it("hold a bounded number of publishers of a user who is made an owner", async () => {
    const { ask, send, ada, bob } = await createRegistry({
      database: await open(),
      quotas: { ...DEFAULT_QUOTAS, publishers: 1 },
    });
    const made = await send("POST", "/api/v1/teams", { token: bob, body: { name: "crew" } });
    const { id: team_id } = made.json as { readonly id: string };
    expect((await ask("POST", "/publishers", bob, { handle: "crew", team_id })).status).toBe(201);
    await ask("GET", "/whoami", ada);
    const set = async (role: string): Promise<number> =>
      (await ask("PUT", "/publishers/ada/members", ada, { email: "bob@example.org", role })).status;
    expect(await set("publisher")).toBe(204);
    await accept({ send }, bob);
    expect(await set("maintainer")).toBe(204);
    expect(await set("owner")).toBe(507);
    expect((await ask("GET", "/publishers", bob)).json).toMatchObject({
      publishers: [{ handle: "ada", role: "maintainer" }, { handle: "crew" }],
    });
  });

  it("list the publishers of a user in pages, and leave those of a large team to its owners", async () => {
    const { ask, send, ada, ports } = await createRegistry({ database: await open() });
    const { query } = ports.database;
    const made = await send("POST", "/api/v1/teams", { token: ada, body: { name: "crew" } });
    const { id: team_id } = made.json as { readonly id: string };
    const created_at = "2026-01-01T00:00:00.000Z";
    const owners = Array.from({ length: 14 }, (_, at) => ({
      id: `owner-${at}`,
      email: `owner-${at}@example.org`,
      password_hash: "",
      role: "user" as const,
      is_active: 1 as const,
      created_at,
    }));
    await query.insertInto("users").values(owners).execute();
    const members = owners.map(({ id }) => ({ team_id, user_id: id, role: "owner" as const }));
    await query.insertInto("team_members").values(members).execute();
    const rows = Array.from({ length: 1005 }, (_, at) => ({
      handle: `crew-${String(at).padStart(4, "0")}`,
      skeleton: `crew-${at}`,
      display_name: "Crew",
      user_id: null,
      team_id,
      is_official: 0 as const,
      reputation: 0,
      created_at,
    }));
    for (let start = 0; start < rows.length; start += 500)
      await query
        .insertInto("market_publishers")
        .values(rows.slice(start, start + 500))
        .execute();
    const first = (await ask("GET", "/publishers", ada)).json as {
      readonly publishers: readonly unknown[];
      readonly next_offset?: number;
    };
    expect([first.publishers.length, first.next_offset]).toEqual([1000, 1000]);
    const rest = (await ask("GET", "/publishers?offset=1000", ada)).json as typeof first;
    expect([rest.publishers.length, rest.next_offset]).toEqual([5, undefined]);
    const gone = await send("DELETE", `/api/v1/teams/${team_id}`, { token: ada });
    expect(gone.status, gone.text).toBe(204);
    const { total } = await query
      .selectFrom("market_members")
      .select(({ fn }) => fn.countAll().as("total"))
      .where("role", "=", "owner")
      .executeTakeFirstOrThrow();
    expect(Number(total)).toBe(15 * 1005);
  });

  it("hold no words for typing errors that no skill has any more", async () => {
    const { ada, publish, market, ports, ask } = await createRegistry({ database: await open() });
    const words = async (): Promise<readonly string[]> => {
      const { rows } = await sql<{
        word: string;
      }>`select distinct word from market_vocabulary`.execute(ports.database.query);
      return rows.map(({ word }) => word);
    };
    const rare = skillFiles({ description: "Searches the web for a xylophonist." });
    expect((await publish(ada, rare)).status).toBe(201);
    expect(await words()).toContain("xylophonist");
    await market.sweep();
    expect(await words()).toContain("xylophonist");
    expect((await publish(ada, skillFiles({ version: "1.1.0" }))).status).toBe(201);
    await market.sweep();
    expect(await words()).not.toContain("xylophonist");
    expect(await words()).toContain("searches");
    expect((await ask("GET", "/search?q=serach", ada)).json).toMatchObject({ total: 1 });
  });

  it("give a bounded part of a description in lists, and no words beyond it to searches", async () => {
    const { ask, ada, publish } = await createRegistry({ database: await open() });
    const words = Array.from({ length: 8000 }, (_word, at) => `wort${at.toString(36)}x`).join(" ");
    const files = skillFiles({ description: `Searches the web. ${words} xylophonist` });
    expect((await publish(ada, files)).status).toBe(201);
    const { json } = await ask("GET", "/skills", ada);
    const { skills } = json as { readonly skills: readonly { readonly description: string }[] };
    expect(JSON.stringify(skills).length).toBeLessThan(8192);
    const found = await ask("GET", "/search?q=xylophonist", ada);
    expect((found.json as { readonly total: number }).total).toBe(0);
  });

  it("hold one refused request for a tier of a version", async () => {
    const { ask, ada, publish } = await createRegistry({ database: await open() });
    expect((await publish(ada, skillFiles())).status).toBe(201);
    for (let count = 0; count < 4; count += 1)
      await ask("POST", "/skills/web-search/1.0.0/promote", ada, { tier: "verified" });
    const { json } = await ask("GET", "/skills/web-search/requests", ada);
    const { promotions } = json as { readonly promotions: readonly unknown[] };
    expect(promotions.length).toBe(1);
  });
});
