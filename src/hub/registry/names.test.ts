import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { accept } from "../../../test/support/invitations.ts";
import { createRegistry, skillFiles } from "../../../test/support/market.ts";

describeOnDatabases("names of skills", ({ open }) => {
  it("[OC-19] lead to a skill that was renamed, in every way it is asked for", async () => {
    const { publish, ask, ada, bob } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    const renamed = await ask("POST", "/skills/web-search/rename", ada, { name: "find-pages" });
    expect(renamed.json).toMatchObject({ name: "find-pages", full_name: "@ada/find-pages" });
    for (const name of ["web-search", "@ada/web-search", "find-pages"])
      expect((await ask("GET", `/skills/${encodeURIComponent(name)}`)).json).toMatchObject({
        full_name: "@ada/find-pages",
      });
    // Nobody takes the old name, and the publisher goes on under it.
    expect((await publish(bob, skillFiles())).status).toBe(409);
    const under = await publish(bob, skillFiles(), { publisher: "bob" });
    expect(under.json).toMatchObject({ skill: { has_plain_name: false } });
    const next = await publish(ada, skillFiles({ version: "1.0.1" }));
    expect(next.json).toMatchObject({ skill: { full_name: "@ada/find-pages" } });
    // Only its owner does it, and only to a name that is free.
    expect((await ask("POST", "/skills/find-pages/rename", bob, { name: "mine" })).status).toBe(
      403,
    );
    await publish(ada, skillFiles({ name: "web-other" }));
    const taken = await ask("POST", "/skills/web-other/rename", ada, { name: "web-search" });
    expect(taken.status).toBe(409);
    const back = await ask("POST", "/skills/find-pages/rename", ada, { name: "web-search" });
    expect(back.json).toMatchObject({ name: "web-search", has_plain_name: true });
    expect((await ask("GET", "/skills/find-pages")).json).toMatchObject({ name: "web-search" });
  });

  it("[OC-19] go to another publisher when both sides agree", async () => {
    const { publish, ask, ada, bob, eve } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    await publish(bob, skillFiles({ name: "web-bob" }));
    expect((await ask("POST", "/skills/web-search/transfer", bob, { to: "bob" })).status).toBe(403);
    const asked = await ask("POST", "/skills/web-search/transfer", ada, { to: "bob" });
    expect(asked.json).toMatchObject({
      skill: { full_name: "@ada/web-search" },
      transfer: { from: "ada", to: "bob" },
    });
    const waiting = (await ask("GET", "/transfers", bob)).json as {
      readonly transfers: readonly { readonly id: string }[];
    };
    const path = `/transfers/${waiting.transfers[0]?.id}`;
    for (const other of [ada, eve])
      expect((await ask("POST", path, other, { accept: true })).status).toBe(404);
    expect((await ask("POST", path, bob, { accept: true })).status).toBe(200);
    expect((await ask("GET", "/skills/@ada%2Fweb-search")).json).toMatchObject({
      full_name: "@bob/web-search",
    });
    expect((await publish(ada, skillFiles({ version: "1.0.1" }))).status).toBe(409);
    expect((await publish(bob, skillFiles({ version: "1.0.1" }))).status).toBe(201);
    // Who wanted to give it takes the wish back.
    const again = await ask("POST", "/skills/web-search/transfer", bob, { to: "ada" });
    const { transfer } = again.json as { readonly transfer: { readonly id: string } };
    const answer = `/transfers/${transfer.id}`;
    expect((await ask("POST", answer, bob, { accept: false })).status).toBe(200);
    expect((await ask("POST", answer, ada, { accept: true })).status).toBe(404);
  });

  it.each(["removed", "made a publisher", "shut out with the publisher"] as const)(
    "[BX-14] are not given away by an owner who was %s meanwhile",
    async (what) => {
      const registry = await createRegistry({ database: await open() });
      const { publish, ask, root, ada, bob, eve } = registry;
      for (const [token, name] of [
        [ada, "web-search"],
        [bob, "web-bob"],
        [eve, "web-eve"],
      ] as const)
        await publish(token, skillFiles({ name }));
      const member = { email: "bob@example.org" };
      await ask("PUT", "/publishers/ada/members", ada, { ...member, role: "owner" });
      await accept(registry, bob);
      const asked = await ask("POST", "/skills/web-search/transfer", bob, { to: "eve" });
      const { transfer } = asked.json as { readonly transfer: { readonly id: string } };
      if (what === "shut out with the publisher") {
        const ban = { is_banned: true, reason: "Spam." };
        expect((await ask("PUT", "/publishers/ada/ban", root, ban)).status).toBe(200);
      } else {
        const role = what === "removed" ? {} : { role: "publisher" };
        const changed = await ask("PUT", "/publishers/ada/members", ada, { ...member, ...role });
        expect(changed.status).toBe(204);
      }
      expect((await ask("GET", "/transfers", eve)).json).toEqual({ transfers: [] });
      expect((await ask("POST", `/transfers/${transfer.id}`, eve, { accept: true })).status).toBe(
        404,
      );
      const row = await registry.ports.database.query
        .selectFrom("market_skills")
        .select("publisher")
        .where("slug", "=", "web-search")
        .executeTakeFirstOrThrow();
      expect(row.publisher).toBe("ada");
    },
  );

  it("[BX-14] change five times a day at most, since each is stated for every version for good", async () => {
    const { publish, ask, ada } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) {
      const renamed = await ask("POST", "/skills/web-search/rename", ada, { name: `find-${at}` });
      statuses.push(renamed.status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 409]);
  });

  it("[OC-19] lead to the skill that another one was merged into", async () => {
    const { publish, ask, ada, bob } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    await publish(ada, skillFiles({ name: "web-find" }));
    await ask("PUT", "/skills/web-find/star", bob);
    const merged = await ask("POST", "/skills/web-find/merge", ada, { into: "web-search" });
    expect(merged.json).toMatchObject({ full_name: "@ada/web-search" });
    expect((await ask("GET", "/skills/web-find")).json).toMatchObject({
      full_name: "@ada/web-search",
      stars: 1,
    });
    expect((await ask("GET", "/search?q=web")).json).toMatchObject({
      skills: [{ name: "web-search" }],
    });
    // Locks have it under its full name.
    expect((await ask("GET", "/skills/@ada%2Fweb-find/1.0.0")).json).toMatchObject({
      full_name: "@ada/web-find",
    });
    expect((await ask("GET", "/skills/@ada%2Fweb-find")).json).toMatchObject({
      successor: "@ada/web-search",
    });
    const late = await publish(ada, skillFiles({ name: "web-find", version: "1.0.1" }));
    expect([late.status, late.text]).toEqual([409, expect.stringContaining("merged into")]);
  });

  it.each([
    ["POST", "/skills/web-find/1.0.0/moderate", { decision: "review", reason: "Let me see." }],
    ["POST", "/skills/web-find/1.0.0/moderate", { decision: "quarantine", reason: "It steals." }],
    ["POST", "/skills/web-find/1.0.0/yank", { reason: "It loses words." }],
    ["POST", "/skills/web-find/takedown", { claimant: "Eve", reason: "It is hers." }],
    ["PUT", "/publishers/ada/ban", { is_banned: true, reason: "Spam." }],
  ])("[BX-14] lead nowhere else after %s %s %o", async (method, path, decision) => {
    const { publish, ask, ada, root } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles({ name: "web-find" }));
    const other = { name: "poems", body: "Write a poem." };
    await publish(ada, skillFiles(other).slice(0, 1));
    expect((await ask(method, path, root, decision)).status).toBe(200);
    const merged = await ask("POST", "/skills/web-find/merge", ada, { into: "poems" });
    expect([merged.status, merged.text]).toEqual([403, expect.stringContaining("moderator")]);
    // Who decides over it may do so.
    expect((await ask("POST", "/skills/web-find/merge", root, { into: "poems" })).status).toBe(200);
  });

  it("[BX-14] tell nobody which skills another publisher keeps to itself", async () => {
    const { publish, ask, ada, bob } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles(), { visibility: "private" });
    await publish(bob, skillFiles(), { publisher: "bob" });
    const asked = await ask("POST", "/skills/@bob%2Fweb-search/transfer", bob, { to: "ada" });
    expect(asked.json).toMatchObject({ transfer: { to: "ada" } });
    const { transfer } = asked.json as { readonly transfer: { readonly id: string } };
    const taken = await ask("POST", `/transfers/${transfer.id}`, ada, { accept: true });
    expect([taken.status, taken.text]).toEqual([409, expect.stringContaining("taken")]);
  });

  it("[GA-15] stand with who did what in the audit log, for those whom it concerns", async () => {
    const { publish, ask, send, ada, bob, root } = await createRegistry({ database: await open() });
    const limits = await ask("PUT", "/publishers/nobody/members", ada, { email: "x@y.z" });
    expect(limits.status).toBe(404);
    await publish(ada, skillFiles());
    await publish(ada, skillFiles({ version: "1.0.1" }), { dry_run: true });
    await ask("PUT", "/skills/web-search/star", bob);
    await ask("POST", "/skills/web-search/1.0.0/moderate", root, {
      decision: "quarantine",
      reason: "It steals.",
    });
    await send("POST", "/api/v1/auth/tokens", {
      token: bob,
      body: { name: "ci", scopes: ["registry:write"] },
    });
    const read = async (token: string, query = "") =>
      (await send("GET", `/api/v1/audit-log${query}`, { token })).json as {
        readonly lines: readonly { readonly action: string; readonly email: string | null }[];
        readonly next: number | null;
      };
    const actions = async (token: string, query = "") =>
      (await read(token, query)).lines.map(({ action }) => action);
    expect(await actions(root)).toEqual([
      "accounts.makeToken",
      "registry.moderate",
      "registry.star",
      "registry.publish",
    ]);
    // Whose skill it is hears of the decision, not of who gave a star.
    expect(await actions(ada)).toEqual(["registry.moderate", "registry.publish"]);
    expect(await actions(bob)).toEqual(["accounts.makeToken", "registry.star"]);
    const [decision, published] = (await read(ada)).lines;
    expect(decision).toMatchObject({
      handle: "user-1",
      email: null,
      address: null,
      target: "web-search",
      publisher: "ada",
      detail: expect.stringContaining("It steals."),
    });
    expect(published).toMatchObject({ email: "ada@example.org", target: "@ada/web-search" });
    expect(await actions(root, "?actor=bob@example.org&action=registry.")).toEqual([
      "registry.star",
    ]);
    const first = await read(root, "?limit=2");
    expect(await actions(root, `?limit=2&before=${first.next}`)).toEqual([
      "registry.star",
      "registry.publish",
    ]);
  });
});
