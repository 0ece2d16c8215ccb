import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { accept } from "../../../test/support/invitations.ts";
import { createRegistry, LONG, skillFiles } from "../../../test/support/market.ts";

describeOnDatabases("publishers whose team or account goes", ({ open }) => {
  it("stay in the hands of the owners of a team that is deleted", async () => {
    const { publish, ask, send, ada, bob, eve } = await createRegistry({ database: await open() });
    const made = await send("POST", "/api/v1/teams", { token: ada, body: { name: "Acme" } });
    const { id: teamId } = made.json as { readonly id: string };
    await send("PUT", `/api/v1/teams/${teamId}/members`, {
      token: ada,
      body: { email: "bob@example.org" },
    });
    await accept({ send }, bob);
    const publisher = { handle: "acme", team_id: teamId };
    expect((await ask("POST", "/publishers", ada, publisher)).status).toBe(201);
    await publish(ada, skillFiles(), { publisher: "acme" });
    await publish(ada, skillFiles({ name: "web-team" }), { publisher: "acme", visibility: "team" });
    expect((await ask("GET", "/skills/web-team", bob)).status).toBe(200);
    const gone = await send("DELETE", `/api/v1/teams/${teamId}`, { token: ada });
    expect(gone.status).toBe(204);
    const next = skillFiles({ version: "1.1.0" });
    expect((await publish(ada, next, { publisher: "acme" })).status).toBe(201);
    expect((await ask("POST", "/skills/web-search/1.0.0/yank", ada, {})).status).toBe(200);
    expect((await ask("GET", "/publishers/acme/members", ada)).json).toMatchObject({
      members: [{ email: "ada@example.org", role: "owner" }],
    });
    // What only the team saw, only its owners see now.
    expect((await ask("GET", "/skills/web-team", ada)).json).toMatchObject({
      visibility: "private",
    });
    expect((await ask("GET", "/skills/web-team", bob)).status).toBe(404);
    expect((await publish(bob, next, { publisher: "acme" })).status).toBe(403);
    const member = { email: "eve@example.org", role: "maintainer" };
    expect((await ask("PUT", "/publishers/acme/members", ada, member)).status).toBe(204);
    await accept({ send }, eve);
    expect((await ask("POST", "/skills/web-search/1.0.0/unyank", eve, {})).status).toBe(200);
  });

  it("are taken down together, also what waits for a moderator", async () => {
    const { publish, ask, ada, bob, root } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    await publish(ada, skillFiles({ version: "1.1.0" }));
    await publish(ada, skillFiles({ name: "web-long", more: [LONG] }));
    await publish(bob, skillFiles({ name: "web-other" }));
    await ask("POST", "/skills/web-search/1.0.0/yank", ada, {});
    const ban = { is_banned: true, reason: "It stole words." };
    expect((await ask("PUT", "/publishers/ada/ban", root, ban)).status).toBe(200);
    for (const version of ["1.0.0", "1.1.0"])
      expect((await ask("GET", `/skills/web-search/download?version=${version}`)).status).toBe(403);
    expect((await ask("GET", "/queue", root)).json).toMatchObject({ versions: [] });
    expect((await ask("GET", "/search?q=web")).json).toMatchObject({
      skills: [{ name: "web-other" }],
    });
  });
});
