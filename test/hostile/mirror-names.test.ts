/** A registry that takes names from another one gives nobody's skill in their place. */
import { expect, it } from "vitest";
import { describeOnDatabases } from "../contract/databases.ts";
import { createRegistry, skillFiles } from "../support/market.ts";

const upstream = {
  // Nothing listens there: what is given comes from here.
  url: "http://127.0.0.1:9",
  allow: ["release-*", "@alice/*", "@team-*/notes"],
  refreshSeconds: 60,
};

describeOnDatabases("a name that a mirror takes from its upstream", ({ open }) => {
  it("[BX-14] is nobody's to publish under", async () => {
    const { ask, publish, eve } = await createRegistry({
      database: await open(),
      market: { upstream },
    });
    const taken = await publish(eve, skillFiles({ name: "release-notes" }));
    expect([taken.status, taken.text]).toEqual([403, expect.stringContaining("upstream")]);
    // Under her own name she may, and the plain name stays that of the other registry.
    const own = { name: "@eve/release-notes" };
    const full = await publish(eve, skillFiles({ name: "release-notes" }), own);
    expect(full.status, full.text).toBe(201);
    expect((await ask("GET", "/skills/release-notes")).status).toBe(502);
    // Nor by a later version without a publisher.
    const next = await publish(eve, skillFiles({ name: "release-notes", version: "1.1.0" }));
    expect(next.json).toMatchObject({ skill: { full_name: "@eve/release-notes" } });
    expect((await ask("GET", "/skills/release-notes")).status).toBe(502);
    expect((await publish(eve, skillFiles({ name: "web-mail" }))).status).toBe(201);
  });

  it("[BX-14] gives nobody its handle, whatever the account is called", async () => {
    const { ask, join, publish, send, eve } = await createRegistry({
      database: await open(),
      market: { upstream },
    });
    for (const handle of ["alice", "team-blue"])
      expect((await ask("POST", "/publishers", eve, { handle })).status).toBe(403);
    const made = await send("POST", "/api/v1/teams", { token: eve, body: { name: "crew" } });
    const { id: team_id } = made.json as { readonly id: string };
    expect((await ask("POST", "/publishers", eve, { handle: "alice", team_id })).status).toBe(403);
    const alice = await join("alice@example.org");
    await publish(alice, skillFiles());
    expect((await ask("GET", "/whoami", alice)).json).toMatchObject({ handle: "alice-2" });
    const full = await publish(alice, skillFiles(), { name: "@alice/web-search" });
    expect(full.status).toBe(404);
  });

  it("[BX-14] can be given to somebody here by a moderator", async () => {
    const { ask, publish, root } = await createRegistry({
      database: await open(),
      market: { upstream },
    });
    expect((await publish(root, skillFiles({ name: "release-notes" }))).status).toBe(201);
    expect((await ask("GET", "/skills/release-notes")).json).toMatchObject({
      full_name: expect.stringMatching(/^@user-1\/release-notes$/u),
    });
    expect((await ask("POST", "/publishers", root, { handle: "team-blue" })).status).toBe(409);
  });
});
