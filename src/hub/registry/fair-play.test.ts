import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { accept } from "../../../test/support/invitations.ts";
import { BASE, createRegistry, type Registry, skillFiles } from "../../../test/support/market.ts";
import { systemClock } from "../../platform/machine/index.ts";

const HOUR_MS = 3_600_000;

/** A clock that can be put forward. */
function laterClock() {
  let added = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + added };
  return {
    clock,
    wait: (hours: number) => {
      added += hours * HOUR_MS;
    },
  };
}

async function rate({ send }: Registry, token: string, rating: number, address?: string) {
  const answer = await send("PUT", `${BASE}/skills/web-search/review`, {
    token,
    body: { rating },
    ...(address === undefined ? {} : { address }),
  });
  return answer.json as { readonly is_counted: boolean };
}

describeOnDatabases("fair play in the registry", ({ open }) => {
  it("[GA-06] lets accounts that are a minute old move neither rating nor reputation until they are old enough", async () => {
    const { clock, wait } = laterClock();
    const registry = await createRegistry({ database: await open(), clock });
    const { publish, ask, ada, market } = registry;
    await publish(ada, skillFiles());
    for (const name of ["one", "two", "three", "four"]) {
      const token = await registry.join(`${name}@example.net`);
      expect(await rate(registry, token, 5)).toMatchObject({ is_counted: false });
    }
    const untouched = { ratings: 0, rating: 0, publisher: { reputation: 0 } };
    expect((await ask("GET", "/skills/web-search")).json).toMatchObject(untouched);
    wait(25);
    await market.sweep();
    await market.countRatings();
    expect((await ask("GET", "/skills/web-search")).json).toMatchObject({
      ratings: 4,
      rating: 5,
      publisher: { reputation: 16 },
    });
  });

  it("[GA-06] counts linked accounts as one, and those of the publisher not at all", async () => {
    const market = { reporterHours: 0 };
    const registry = await createRegistry({ database: await open(), market });
    const { send, ask, ada, bob, eve, root, join } = registry;
    const home = "93.184.216.34";
    const files = skillFiles().map(({ path, bytes }) => ({
      path,
      base64: Buffer.from(bytes).toString("base64"),
    }));
    await send("POST", `${BASE}/skills`, { token: ada, body: { files }, address: home });
    // From where it was published.
    expect(await rate(registry, eve, 5, home)).toMatchObject({ is_counted: false });
    // In a team with the publisher.
    const made = await send("POST", "/api/v1/teams", { token: ada, body: { name: "Letters" } });
    const { id } = made.json as { readonly id: string };
    const team = `/api/v1/teams/${id}`;
    await send("PUT", `${team}/members`, { token: ada, body: { email: "bob@example.org" } });
    await accept(registry, bob);
    expect(await rate(registry, bob, 5, "93.184.216.40")).toMatchObject({ is_counted: false });
    // One person with three mailboxes, of which two are one, at one place.
    const own = "93.184.217.1";
    expect(await rate(registry, await join("zoe@example.net"), 2, own)).toMatchObject({
      is_counted: true,
    });
    for (const [email, address] of [
      ["zoe+2@example.net", "93.184.218.1"],
      ["other@example.net", own],
    ] as const)
      expect(await rate(registry, await join(email), 5, address)).toMatchObject({
        is_counted: false,
      });
    // Addresses of the own network link nobody.
    expect(await rate(registry, root, 4, "10.0.0.7")).toMatchObject({ is_counted: true });
    expect(await rate(registry, await join("kim@example.net"), 3, "10.0.0.7")).toMatchObject({
      is_counted: true,
    });
    expect((await ask("GET", "/skills/web-search")).json).toMatchObject({
      ratings: 3,
      rating: 3,
      publisher: { reputation: 0 },
    });
  });

  it("[BX-14] lets no sub-address and no younger account silence the rating of another", async () => {
    const { clock, wait } = laterClock();
    const market = { reporterHours: 0 };
    const registry = await createRegistry({ database: await open(), market, clock });
    const { publish, ask, ada, join } = registry;
    await publish(ada, skillFiles());
    const dora = await join("dora@example.net");
    const counted = { is_counted: true };
    expect(await rate(registry, await join("dora+sock@example.net"), 5)).toMatchObject(counted);
    expect(await rate(registry, await join("kim+old@example.net"), 4)).toMatchObject(counted);
    expect(await rate(registry, await join("kim+new@example.net"), 5)).toMatchObject({
      is_counted: false,
    });
    expect(await rate(registry, dora, 1)).toMatchObject(counted);
    wait(1);
    await registry.market.countRatings();
    expect((await ask("GET", "/skills/web-search")).json).toMatchObject({
      ratings: 2,
      rating: 2.5,
    });
  });

  it("[GA-15] says by when a report is to be answered, which are late, and how many were in time", async () => {
    const { clock, wait } = laterClock();
    const registry = await createRegistry({ database: await open(), clock });
    const { publish, ask, ada, bob, eve, root } = registry;
    await publish(ada, skillFiles());
    const body = { reason: "spam" };
    await ask("POST", "/skills/web-search/reports", bob, body);
    await ask("POST", "/skills/web-search/reports", eve, body);
    type Page = {
      readonly reports: readonly { id: string; created_at: string; due_at: string }[];
    };
    const { reports } = (await ask("GET", "/reports", root)).json as Page;
    const [first, second] = reports;
    const hours = Date.parse(first?.due_at ?? "") - Date.parse(first?.created_at ?? "");
    expect(hours / HOUR_MS).toBe(72);
    await ask("POST", `/reports/${first?.id}`, root, { state: "dismissed", reason: "Fine." });
    wait(73);
    const account = { email: "root@example.org", password: "correct horse" };
    const login = await registry.send("POST", "/api/v1/auth/login", { body: account });
    const { token: later } = login.json as { readonly token: string };
    expect((await ask("GET", "/reports", later)).json).toMatchObject({
      goal: { hours: 72, overdue: 1, decided: 1, in_time: 1 },
    });
    await ask("POST", `/reports/${second?.id}`, later, { state: "dismissed", reason: "Fine." });
    expect((await ask("GET", "/reports", later)).json).toMatchObject({
      goal: { overdue: 0, decided: 2, in_time: 1 },
    });
  });

  it("[GA-15] puts a legal notice in the place of what it takes away, and states it, until it is listed again", async () => {
    const registry = await createRegistry({ database: await open() });
    const { publish, ask, ada, root } = registry;
    await publish(ada, skillFiles());
    await publish(ada, skillFiles({ version: "1.0.1" }));
    const notice = { claimant: "Acme Ltd.", reference: "case 12", reason: "Copied from a manual" };
    expect((await ask("POST", "/skills/web-search/takedown", ada, notice)).status).toBe(403);
    const taken = await ask("POST", "/skills/web-search/takedown", root, notice);
    expect([taken.status, taken.json]).toMatchObject([
      200,
      { full_name: "@ada/web-search", versions: ["1.0.0", "1.0.1"] },
    ]);
    const words = /after a legal notice of Acme Ltd\. \(case 12\): Copied from a manual/u;
    for (const path of ["", "/1.0.0", "/download?version=1.0.1", "/1.0.1/file?path=SKILL.md"]) {
      const answer = await ask("GET", `/skills/web-search${path}`);
      expect([path, answer.status]).toEqual([path, 451]);
      expect(answer.text).toMatch(words);
    }
    // Its bytes are for moderators alone, who may have to look at what was claimed.
    for (const path of ["/download?version=1.0.1", "/1.0.1/file?path=SKILL.md", "/1.0.1/audit"])
      for (const [token, status] of [
        [ada, 451],
        [root, 200],
      ] as const)
        expect([path, (await ask("GET", `/skills/web-search${path}`, token)).status]).toEqual([
          path,
          status,
        ]);
    expect((await ask("POST", "/skills/web-search/1.0.1/reaudit", ada)).status).toBe(451);
    expect((await ask("GET", "/search?q=web-search")).json).toMatchObject({ skills: [] });
    const { stated } = await registry.market.transparency.statements({ isModerator: false }, [
      { name: "web-search", version: "1.0.1" },
    ]);
    expect(JSON.parse(stated[0]?.own.statement.split("\n")[0] ?? "")).toMatchObject({
      state: "removed",
      reason: expect.stringMatching(words) as string,
    });
    const restored = await ask("POST", "/skills/web-search/1.0.1/moderate", root, {
      decision: "list",
      reason: "The claim was withdrawn.",
    });
    expect(restored.json).toMatchObject({ state: "listed" });
    expect((await ask("GET", "/skills/web-search/1.0.1")).status).toBe(200);
    expect((await ask("GET", "/skills/web-search/1.0.0")).status).toBe(451);
  });
});
