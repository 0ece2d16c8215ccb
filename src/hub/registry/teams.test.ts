import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { accept } from "../../../test/support/invitations.ts";
import { sharedJobs } from "../../../test/support/jobs.ts";
import { createRegistry, DOUBTFUL, skillFiles } from "../../../test/support/market.ts";
import type { Jobs } from "../jobs/index.ts";

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
    await publish(ada, skillFiles({ name: "web-long", more: [DOUBTFUL] }));
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

/** The pool, in which something happens while a package is scanned. */
function jobsWith(meanwhile: () => Promise<unknown>): Jobs {
  const jobs = sharedJobs();
  const run: Jobs["run"] = async (kind, input, options) => {
    if (kind === "audit-package") await meanwhile();
    return await jobs.run(kind, input, options);
  };
  return { ...jobs, run };
}

describeOnDatabases("whoever is sent away while a version is scanned", ({ open }) => {
  it.each(["member", "account", "token"])("[BX-14] publishes nothing: %s", async (what) => {
    const during: { meanwhile?: () => Promise<void> } = {};
    const jobs = jobsWith(async () => await during.meanwhile?.());
    const { publish, ask, send, ada, bob, root } = await createRegistry({
      database: await open(),
      jobs,
    });
    await publish(ada, skillFiles());
    const member = { email: "bob@example.org", role: "maintainer" };
    await ask("PUT", "/publishers/ada/members", ada, member);
    await accept({ send }, bob);
    const body = { name: "ci", scopes: ["registry:read", "registry:write"] };
    const made = await send("POST", "/api/v1/auth/tokens", { token: bob, body });
    const { id, token } = made.json as { readonly id: string; readonly token: string };
    const { id: bobId } = (await send("GET", "/api/v1/auth/me", { token: bob })).json as {
      readonly id: string;
    };
    during.meanwhile = async () => {
      const { status } = await {
        member: () => ask("PUT", "/publishers/ada/members", ada, { email: "bob@example.org" }),
        account: () =>
          send("PATCH", `/api/v1/users/${bobId}`, { token: root, body: { is_active: false } }),
        token: () => send("DELETE", `/api/v1/auth/tokens/${id}`, { token: bob }),
      }[what as "member" | "account" | "token"]();
      expect(status).toBeLessThan(300);
    };
    const next = skillFiles({ version: "1.0.1" });
    const { status } = await publish(token, next, { publisher: "ada" });
    expect(status).toBe(what === "token" ? 401 : 403);
    expect((await ask("GET", "/skills/web-search")).json).toMatchObject({
      latest_version: "1.0.0",
    });
  });
});

function makeBob(role: string): object {
  return { email: "bob@example.org", role };
}

describeOnDatabases("two owners of a team at once", ({ open }) => {
  it("[BX-14] never both lose it, whoever is sent away or leaves", async () => {
    const { send, ada, bob } = await createRegistry({ database: await open() });
    for (let round = 0; round < 8; round += 1) {
      const name = `Team ${round}`;
      const made = await send("POST", "/api/v1/teams", { token: ada, body: { name } });
      const path = `/api/v1/teams/${(made.json as { readonly id: string }).id}/members`;
      await send("PUT", path, { token: ada, body: makeBob("owner") });
      await accept({ send }, bob);
      const both = await Promise.all([
        send("PUT", path, { token: ada, body: makeBob("member") }),
        send("PUT", path, { token: bob, body: { email: "ada@example.org", role: "member" } }),
      ]);
      expect(new Set(both.map(({ status }) => status))).toEqual(new Set([204, 403]));
    }
  });
});
