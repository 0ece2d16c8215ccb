/** Nobody becomes a member of anything without having agreed, and no membership diverts what a person publishes. */
import { expect, it } from "vitest";
import { describeOnDatabases } from "../contract/databases.ts";
import { NO_QUOTAS } from "../../src/hub/quotas/index.ts";
import { createRegistry, skillFiles } from "../support/market.ts";
import { accept } from "../support/invitations.ts";

describeOnDatabases("a membership", ({ open }) => {
  it("[BX-14] of a publisher begins when the person accepts it", async () => {
    const { ask, send, publish, bob, eve } = await createRegistry({ database: await open() });
    await publish(eve, skillFiles());
    const body = { email: "bob@example.org", role: "publisher" };
    expect((await ask("PUT", "/publishers/eve/members", eve, body)).status).toBe(204);
    const next = skillFiles({ version: "1.1.0" });
    expect((await publish(bob, next, { publisher: "eve" })).status).toBe(403);
    const members = await ask("GET", "/publishers/eve/members", eve);
    expect(members.json).toMatchObject({
      members: [{ email: "eve@example.org", role: "owner" }],
      invitations: [{ email: "bob@example.org", role: "publisher" }],
    });
    const list = await send("GET", "/api/v1/invitations", { token: bob });
    expect(list.json).toMatchObject({
      total: 1,
      invitations: [
        {
          kind: "publisher",
          name: "eve",
          role: "publisher",
          invited_by: "eve@example.org",
        },
      ],
    });
    await accept({ send }, bob);
    expect((await publish(bob, next, { publisher: "eve" })).status).toBe(201);
    // Whoever is a member gets another role without being asked again, and can be sent away.
    const more = { ...body, role: "maintainer" };
    expect((await ask("PUT", "/publishers/eve/members", eve, more)).status).toBe(204);
    expect((await ask("GET", "/publishers/eve/members", eve)).json).toMatchObject({
      members: [{ role: "owner" }, { email: "bob@example.org", role: "maintainer" }],
      invitations: [],
    });
    await ask("PUT", "/publishers/eve/members", eve, { email: "bob@example.org" });
    expect((await publish(bob, next, { publisher: "eve" })).status).toBe(403);
  });

  it("[BX-14] of a team begins when the person accepts it, and not after either side said no", async () => {
    const { send, bob, eve } = await createRegistry({ database: await open() });
    const made = await send("POST", "/api/v1/teams", { token: eve, body: { name: "crew" } });
    const { id } = made.json as { readonly id: string };
    const path = `/api/v1/teams/${id}`;
    const invite = async (): Promise<string> => {
      const body = { email: "bob@example.org" };
      const answer = await send("PUT", `${path}/members`, { token: eve, body });
      expect(answer.status, answer.text).toBe(204);
      const list = await send("GET", "/api/v1/invitations", { token: bob });
      const { invitations } = list.json as { invitations: readonly { readonly id: string }[] };
      return invitations[0]?.id ?? "";
    };
    const first = await invite();
    expect((await send("GET", path, { token: bob })).status).toBe(404);
    expect((await send("GET", path, { token: eve })).json).toMatchObject({
      members: [{ email: "eve@example.org" }],
      invitations: [{ id: first, email: "bob@example.org", role: "member" }],
    });
    // Declined.
    expect((await send("DELETE", `/api/v1/invitations/${first}`, { token: bob })).status).toBe(204);
    expect((await send("POST", `/api/v1/invitations/${first}/accept`, { token: bob })).status).toBe(
      404,
    );
    // Withdrawn.
    const second = await invite();
    expect((await send("DELETE", `/api/v1/invitations/${second}`, { token: eve })).status).toBe(
      204,
    );
    expect(
      (await send("POST", `/api/v1/invitations/${second}/accept`, { token: bob })).status,
    ).toBe(404);
    const third = await invite();
    expect((await send("POST", `/api/v1/invitations/${third}/accept`, { token: eve })).status).toBe(
      404,
    );
    await accept({ send }, bob);
    expect((await send("GET", path, { token: bob })).status).toBe(200);
  });

  it("[BX-14] is offered without telling whether an address has an account", async () => {
    const { ask, send, publish, eve } = await createRegistry({ database: await open() });
    await publish(eve, skillFiles());
    const made = await send("POST", "/api/v1/teams", { token: eve, body: { name: "crew" } });
    const { id } = made.json as { readonly id: string };
    const answers: unknown[] = [];
    for (const email of ["bob@example.org", "nobody@example.org"]) {
      const team = await send("PUT", `/api/v1/teams/${id}/members`, {
        token: eve,
        body: { email },
      });
      const body = { email, role: "publisher" };
      const publisher = await ask("PUT", "/publishers/eve/members", eve, body);
      const gone = await ask("PUT", "/publishers/eve/members", eve, { email });
      answers.push([team.status, team.text, publisher.status, publisher.text, gone.status]);
    }
    expect(answers[0]).toEqual(answers[1]);
    const { json } = await send("GET", `/api/v1/teams/${id}`, { token: eve });
    const { invitations } = json as { readonly invitations: readonly { email: string }[] };
    expect(invitations.map(({ email }) => email)).toEqual([
      "bob@example.org",
      "nobody@example.org",
    ]);
    // Whoever takes the address later was not meant.
    const late = await send("POST", "/api/v1/auth/register", {
      body: { email: "nobody@example.org", password: "correct horse" },
    });
    const { token } = late.json as { readonly token: string };
    expect((await send("GET", "/api/v1/invitations", { token })).json).toMatchObject({ total: 0 });
  });

  it("[BX-14] never diverts what somebody publishes without naming a publisher", async () => {
    const { ask, send, publish, bob, eve } = await createRegistry({ database: await open() });
    await publish(eve, skillFiles());
    const own = { name: "@bob/web-search", visibility: "private" };
    expect((await publish(bob, skillFiles(), own)).status).toBe(201);
    const body = { email: "bob@example.org", role: "publisher" };
    await ask("PUT", "/publishers/eve/members", eve, body);
    await accept({ send }, bob);
    const secret = await publish(bob, skillFiles({ version: "1.1.0" }));
    expect(secret.json).toMatchObject({
      skill: { full_name: "@bob/web-search", visibility: "private" },
    });
    expect((await ask("GET", "/skills/web-search")).json).toMatchObject({
      full_name: "@eve/web-search",
      latest_version: "1.0.0",
    });
    // Nor does a name that only the other publisher has.
    await publish(eve, skillFiles({ name: "web-mail" }));
    const taken = await publish(bob, skillFiles({ name: "web-mail", version: "2.0.0" }));
    expect([taken.status, taken.text]).toEqual([409, expect.stringContaining("@eve/web-mail")]);
  });

  it("[BX-14] of a team neither shows nor changes what is private to its publisher", async () => {
    const { ask, send, publish, bob, eve } = await createRegistry({ database: await open() });
    const made = await send("POST", "/api/v1/teams", { token: eve, body: { name: "crew" } });
    const { id: team_id } = made.json as { readonly id: string };
    await send("PUT", `/api/v1/teams/${team_id}/members`, {
      token: eve,
      body: { email: "bob@example.org" },
    });
    await accept({ send }, bob);
    await ask("POST", "/publishers", eve, { handle: "crew", team_id });
    const hidden = { publisher: "crew", visibility: "private" };
    expect((await publish(eve, skillFiles(), hidden)).status).toBe(201);
    expect((await ask("GET", "/skills/@crew%2Fweb-search", bob)).status).toBe(404);
    const next = skillFiles({ version: "1.0.1" });
    for (const visibility of [undefined, "private", "team", "public"]) {
      const tried = await publish(bob, next, { publisher: "crew", visibility });
      expect([tried.status, tried.text]).toEqual([409, expect.stringContaining("already taken")]);
    }
    expect((await ask("GET", "/skills/@crew%2Fweb-search", bob)).status).toBe(404);
    // What the team sees, its members publish; who else sees it is not for them to say.
    const shared = { publisher: "crew", visibility: "team" };
    await publish(eve, skillFiles({ name: "web-team" }), shared);
    const version = skillFiles({ name: "web-team", version: "1.0.1" });
    const shown = await publish(bob, version, { publisher: "crew", visibility: "public" });
    expect([shown.status, shown.text]).toEqual([403, expect.stringContaining("maintainer")]);
    expect((await ask("GET", "/skills/web-team")).status).toBe(404);
    expect((await publish(bob, version, shared)).status).toBe(201);
  });

  it("[BX-14] does not make the act of a moderator one of the publisher", async () => {
    const { ask, send, publish, root, eve } = await createRegistry({ database: await open() });
    await publish(eve, skillFiles());
    const body = { email: "root@example.org", role: "maintainer" };
    await ask("PUT", "/publishers/eve/members", eve, body);
    await accept({ send }, root);
    const yank = await ask("POST", "/skills/web-search/1.0.0/yank", root, { reason: "Harm." });
    expect(yank.status, yank.text).toBe(200);
    expect((await ask("POST", "/skills/web-search/1.0.0/unyank", eve, {})).status).toBe(403);
    expect((await ask("POST", "/skills/web-search/1.0.0/unyank", root, {})).status).toBe(200);
  });

  it("[BX-14] in a team with very many publishers costs nobody an answer", async () => {
    const { ask, ports, bob } = await createRegistry({ database: await open() });
    const { query } = ports.database;
    const user = await query
      .selectFrom("users")
      .select("id")
      .where("email", "=", "bob@example.org")
      .executeTakeFirstOrThrow();
    const created_at = "2026-01-01T00:00:00.000Z";
    await query.insertInto("teams").values({ id: "big", name: "big", created_at }).execute();
    await query
      .insertInto("team_members")
      .values({ team_id: "big", user_id: user.id, role: "member" })
      .execute();
    for (let from = 0; from < 36_000; from += 1000)
      await query
        .insertInto("market_publishers")
        .values(
          Array.from({ length: 1000 }, (_, at) => ({
            handle: `p-${from + at}`,
            skeleton: `p-${from + at}`,
            display_name: "p",
            user_id: null,
            team_id: "big",
            is_official: 0 as const,
            reputation: 0,
            created_at,
          })),
        )
        .execute();
    for (const path of ["/skills", "/skills?only=own", "/search?q=a", "/publishers"])
      expect((await ask("GET", path, bob)).status, path).toBe(200);
  });

  it("[BX-14] counts for quotas of publishers and of members", async () => {
    const quotas = { ...NO_QUOTAS, publishers: 2, members: 3 };
    const { ask, send, eve } = await createRegistry({ database: await open(), quotas });
    const made = await send("POST", "/api/v1/teams", { token: eve, body: { name: "crew" } });
    const { id: team_id } = made.json as { readonly id: string };
    const statuses: number[] = [];
    for (const handle of ["one", "two", "three"])
      statuses.push((await ask("POST", "/publishers", eve, { handle, team_id })).status);
    expect(statuses).toEqual([201, 201, 507]);
    const invited: number[] = [];
    for (const name of ["a", "b", "c", "d"]) {
      const body = { email: `${name}@example.org`, role: "publisher" };
      invited.push((await ask("PUT", "/publishers/one/members", eve, body)).status);
    }
    // She herself is a member of the team.
    expect(invited).toEqual([204, 204, 507, 507]);
  });
});
