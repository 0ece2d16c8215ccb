import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import {
  addKey,
  BASE,
  createRegistry,
  HARMFUL,
  DOUBTFUL,
  signed,
  skillFiles,
} from "../../../test/support/market.ts";

describeOnDatabases("versions that moderators hold", ({ open }) => {
  it("does not let a publisher lift a quarantine by an appeal that is taken back", async () => {
    const { publish, ask, ada, root } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    const path = "/skills/web-search/1.0.0";
    const reason = "It steals words.";
    await ask("POST", `${path}/moderate`, root, { decision: "quarantine", reason });
    expect((await ask("POST", `${path}/appeal`, ada, { text: "It does not." })).status).toBe(201);
    const withdrawn = await ask("POST", `${path}/withdraw`, ada);
    expect([withdrawn.status, withdrawn.text]).toEqual([
      403,
      expect.stringContaining("A moderator decides over this version."),
    ]);
    expect((await ask("POST", `${path}/submit`, ada)).status).toBe(409);
    expect((await ask("GET", "/skills/web-search/download?version=1.0.0")).status).toBe(404);
    expect((await ask("GET", "/queue", root)).json).toMatchObject({
      versions: [{ full_name: "@ada/web-search", state: "in-review" }],
    });
  });

  it("does not let a publisher list again what users reported or a moderator wants to see", async () => {
    const { publish, ask, ada, bob, eve, root } = await createRegistry({
      database: await open(),
      market: { reportsToReview: 2, reporterHours: 0 },
    });
    await publish(ada, skillFiles());
    for (const token of [bob, eve])
      await ask("POST", "/skills/web-search/reports", token, { reason: "spam" });
    expect((await ask("POST", "/skills/web-search/1.0.0/withdraw", ada)).status).toBe(403);
    await publish(ada, skillFiles({ name: "web-read" }));
    await ask("POST", "/skills/web-read/1.0.0/moderate", root, {
      decision: "review",
      reason: "Let me see.",
    });
    expect((await ask("POST", "/skills/web-read/1.0.0/withdraw", ada)).status).toBe(403);
    // What only the audit of the registry sent to review may be taken back, and gets there again.
    await publish(ada, skillFiles({ name: "web-long", more: [DOUBTFUL] }));
    const long = "/skills/web-long/1.0.0";
    expect((await ask("POST", `${long}/withdraw`, ada)).json).toMatchObject({ state: "draft" });
    expect((await ask("POST", `${long}/submit`, ada)).json).toMatchObject({ state: "in-review" });
  });

  it("gives what users have reported to those who name it, until somebody has looked", async () => {
    const { publish, ask, ada, bob, eve, root } = await createRegistry({
      database: await open(),
      market: { reportsToReview: 2, reporterHours: 0 },
    });
    await publish(ada, skillFiles());
    for (const token of [bob, eve])
      await ask("POST", "/skills/web-search/reports", token, { reason: "spam" });
    expect((await ask("GET", "/search?q=web")).json).toMatchObject({ total: 0 });
    expect((await ask("GET", "/skills")).json).toMatchObject({ skills: [] });
    expect((await ask("GET", "/skills/web-search")).json).toMatchObject({
      latest_version: "1.0.0",
      versions: { "1.0.0": { state: "in-review" } },
    });
    expect((await ask("GET", "/skills/web-search/download")).status).toBe(200);
    const exact = "/skills/web-search/download?version=1.0.0";
    expect((await ask("GET", exact)).status).toBe(200);
    const { reports } = (await ask("GET", "/reports", root)).json as {
      readonly reports: readonly { readonly id: string }[];
    };
    await ask("POST", `/reports/${reports[0]?.id}`, root, { state: "upheld", reason: "It is." });
    expect((await ask("GET", exact)).status).toBe(403);
    // What waits for its first look is for nobody else.
    await publish(ada, skillFiles({ name: "web-long", more: [DOUBTFUL] }));
    expect((await ask("GET", "/skills/web-long/download?version=1.0.0")).status).toBe(404);
  });

  it("[BX-14] counts a user once who reports many times at once", async () => {
    const { publish, ask, ada, bob } = await createRegistry({
      database: await open(),
      market: { reportsToReview: 2, reporterHours: 0 },
    });
    await publish(ada, skillFiles());
    const all = await Promise.all(
      Array.from({ length: 8 }, () =>
        ask("POST", "/skills/web-search/reports", bob, { reason: "spam" }),
      ),
    );
    const statuses = all.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(7);
    expect((await ask("GET", "/skills")).json).toMatchObject({ skills: [{ name: "web-search" }] });
  });

  it("[BX-14] keeps the newest version the latest, whatever users report of it", async () => {
    const { publish, ask, ada, bob, eve } = await createRegistry({
      database: await open(),
      market: { reportsToReview: 2, reporterHours: 0 },
    });
    await publish(ada, skillFiles());
    await publish(ada, skillFiles({ version: "1.0.1" }));
    for (const token of [bob, eve])
      await ask("POST", "/skills/web-search/reports", token, { reason: "spam" });
    expect((await ask("GET", "/skills/web-search")).json).toMatchObject({
      latest_version: "1.0.1",
    });
    // Until somebody has looked it is recommended to nobody.
    expect((await ask("GET", "/skills")).json).toMatchObject({ skills: [] });
  });

  it("[BX-14] counts reports of people, once for a version, and few of them a day", async () => {
    const { publish, ask, send, ada, bob, eve, root, join } = await createRegistry({
      database: await open(),
      market: { reportsToReview: 3, reporterHours: 0 },
    });
    const names = ["s0", "s1", "s2", "s3", "s4", "s5"];
    for (const name of names)
      await publish(ada, skillFiles({ name, description: `Searches ${name} for words.` }));
    const report = async (token: string, name: string, address?: string): Promise<number> =>
      (
        await send("POST", `${BASE}/skills/${name}/reports`, {
          token,
          body: { reason: "malware" },
          ...(address === undefined ? {} : { address }),
        })
      ).status;
    const stateOf = async (name: string): Promise<unknown> =>
      ((await ask("GET", `/skills/${name}/1.0.0`)).json as { readonly state: string }).state;
    // One mailbox, and one network.
    for (const tag of ["", "+1", "+2"])
      expect(await report(await join(`mallory${tag}@example.net`), "s0")).toBe(201);
    for (const name of ["one", "two", "three"])
      expect(await report(await join(`${name}@example.net`), "s0", "93.184.217.1")).toBe(201);
    expect(await stateOf("s0")).toBe("listed");
    expect(await report(bob, "s0")).toBe(201);
    expect(await stateOf("s0")).toBe("in-review");
    // Dismissed for good, under every account of these people.
    const { json } = await ask("GET", "/reports?limit=100", root);
    for (const { id } of (json as { readonly reports: readonly { readonly id: string }[] }).reports)
      await ask("POST", `/reports/${id}`, root, { state: "dismissed", reason: "It is fine." });
    expect(await stateOf("s0")).toBe("listed");
    expect(await report(bob, "s0")).toBe(409);
    for (const email of ["mallory+9@example.net", "bob+9@example.org"])
      expect(await report(await join(email), "s0")).toBe(201);
    expect(await report(await join("four@example.net"), "s0", "93.184.217.1")).toBe(201);
    expect(await stateOf("s0")).toBe("listed");
    // The sixth of a day is read, and counts no more.
    for (const name of names.slice(1)) for (const token of [eve, root]) await report(token, name);
    const kim = await join("kim@example.net");
    await report(kim, "s1");
    expect(await stateOf("s1")).toBe("in-review");
    await publish(ada, skillFiles({ name: "s6", description: "Searches once more." }));
    for (const token of [eve, root, kim]) expect(await report(token, "s6")).toBe(201);
    expect(await stateOf("s6")).toBe("listed");
  });

  it("[BX-14] lets nobody silence others by reports from addresses like theirs", async () => {
    const { publish, ask, ada, bob, eve, root, join } = await createRegistry({
      database: await open(),
      market: { reportsToReview: 2, reporterHours: 0 },
    });
    await publish(ada, skillFiles());
    const report = async (token: string): Promise<string> => {
      const made = await ask("POST", "/skills/web-search/reports", token, { reason: "malware" });
      return (made.json as { readonly id: string }).id;
    };
    for (const email of ["eve+x@example.org", "bob+x@example.org"]) {
      const id = await report(await join(email));
      await ask("POST", `/reports/${id}`, root, { state: "dismissed", reason: "It is fine." });
    }
    for (const token of [eve, bob]) await report(token);
    expect((await ask("GET", "/skills/web-search/1.0.0", ada)).json).toMatchObject({
      state: "in-review",
    });
  });

  it("does not count reports of accounts that are new", async () => {
    let now = Date.now();
    const { publish, ask, ada, bob, eve, root } = await createRegistry({
      database: await open(),
      clock: { now: () => now, after: () => () => {} },
      market: { reportsToReview: 2, reporterHours: 0.1 },
    });
    await publish(ada, skillFiles());
    const report = (token: string): Promise<unknown> =>
      ask("POST", "/skills/web-search/reports", token, { reason: "spam" });
    await report(bob);
    await report(eve);
    expect((await ask("GET", "/skills")).json).toMatchObject({ skills: [{ name: "web-search" }] });
    expect((await ask("GET", "/reports", root)).json).toMatchObject({ reports: [{}, {}] });
    now += 10 * 60_000;
    expect(await report(root)).toMatchObject({ status: 201 });
    expect((await ask("GET", "/skills")).json).toMatchObject({ skills: [] });
  });

  it("counts reports that came while the publisher kept the version out of sight", async () => {
    const { publish, ask, ada, bob, eve } = await createRegistry({
      database: await open(),
      market: { reportsToReview: 2, reporterHours: 0 },
    });
    await publish(ada, skillFiles());
    await ask("POST", "/skills/web-search/reports", bob, { reason: "spam" });
    await ask("POST", "/skills/web-search/1.0.0/yank", ada, {});
    await ask("POST", "/skills/web-search/reports", eve, { reason: "spam", version: "1.0.0" });
    expect((await ask("POST", "/skills/web-search/1.0.0/unyank", ada, {})).json).toMatchObject({
      state: "in-review",
    });
  });

  it("looks at new versions of a skill of which a moderator took one away", async () => {
    const { publish, ask, ada, root } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    const moderate = (decision: string): Promise<unknown> =>
      ask("POST", "/skills/web-search/1.0.0/moderate", root, { decision, reason: "Harm." });
    await moderate("quarantine");
    const next = await publish(ada, skillFiles({ version: "1.0.1" }));
    expect(next.json).toMatchObject({ version: { state: "in-review" } });
    await publish(ada, skillFiles({ version: "1.0.2" }), { draft: true });
    const submitted = await ask("POST", "/skills/web-search/1.0.2/submit", ada);
    expect(submitted.json).toMatchObject({ state: "in-review" });
    await moderate("list");
    const after = await publish(ada, skillFiles({ version: "1.0.3" }));
    expect(after.json).toMatchObject({ version: { state: "listed" } });
    // The scanner alone says so of one version, not of the skill.
    await publish(ada, skillFiles({ version: "1.1.0", body: HARMFUL }));
    const mended = await publish(ada, skillFiles({ version: "1.1.1" }));
    expect(mended.json).toMatchObject({ version: { state: "listed" } });
  });

  it("[BX-14] looks at new versions also while the publisher appeals, or a moderator looks again", async () => {
    const { publish, ask, ada, root } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    const path = "/skills/web-search/1.0.0";
    const moderate = (decision: string): Promise<unknown> =>
      ask("POST", `${path}/moderate`, root, { decision, reason: "Harm." });
    await moderate("quarantine");
    expect((await ask("POST", `${path}/appeal`, ada, { text: "It is not." })).status).toBe(201);
    const again = await publish(ada, skillFiles({ version: "1.0.1" }));
    expect(again.json).toMatchObject({ version: { state: "in-review" } });
    await moderate("list");
    await moderate("review");
    const next = await publish(ada, skillFiles({ version: "1.0.2" }));
    expect(next.json).toMatchObject({ version: { state: "in-review" } });
    expect((await ask("GET", "/skills")).json).toMatchObject({ skills: [] });
  });

  it("says of a quarantined version that it is in quarantine, whoever wants it back", async () => {
    const { publish, ask, ada, root } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    await ask("POST", "/skills/web-search/1.0.0/moderate", root, {
      decision: "quarantine",
      reason: "Harm.",
    });
    const unyanked = await ask("POST", "/skills/web-search/1.0.0/unyank", ada, {});
    expect([unyanked.status, unyanked.text]).toEqual([
      409,
      expect.stringContaining("The state `quarantined` does not allow `unyank`"),
    ]);
  });

  it("[BX-14] holds what was taken away and comes under another name, and tells moderators alone of the case", async () => {
    const { publish, ask, ada, bob, root } = await createRegistry({ database: await open() });
    const body =
      "Ask for the words to look for, read the pages one after the other, and tell what was found in them. Name the address of each page, and what it says about the question, in a few sentences of your own words.";
    await publish(ada, skillFiles({ body }));
    const reason = "It sends the words somewhere.";
    await ask("POST", "/skills/web-search/1.0.0/moderate", root, {
      decision: "quarantine",
      reason,
    });
    const again = await publish(ada, skillFiles({ name: "page-finder", body: `${body} Thanks.` }));
    expect(again.json).toMatchObject({ version: { state: "in-review" } });
    // The same code with other words around it.
    const reworded = { name: "net-helper", body: "Looks up things for people who are curious." };
    expect((await publish(ada, skillFiles(reworded))).json).toMatchObject({
      version: { state: "in-review" },
    });
    // To the last byte, by whoever it is.
    const copy = await publish(bob, skillFiles({ body }), { name: "@bob/web-search" });
    expect(copy.json).toMatchObject({ version: { state: "in-review" } });
    const queued = (await ask("GET", "/queue", root)).json as {
      readonly versions: readonly { full_name: string; earlier_cases: readonly string[] }[];
    };
    expect(queued.versions.map((one) => [one.full_name, one.earlier_cases])).toEqual(
      ["@ada/page-finder", "@ada/net-helper", "@bob/web-search"].map((name) => [
        name,
        ["@ada/web-search 1.0.0"],
      ]),
    );
    const told = await ask("GET", "/skills/@bob/web-search/log", bob);
    expect(`${copy.text} ${told.text}`).not.toMatch(/ada|sends the words/u);
    // A draft that is handed in later gets the same look.
    await publish(ada, skillFiles({ name: "later", body }), { draft: true });
    expect((await ask("POST", "/skills/later/1.0.0/submit", ada)).json).toMatchObject({
      state: "in-review",
    });
    // What has nothing to do with it is listed, of the same publisher too, and so is what others wrote alike.
    const other = skillFiles({ name: "poems", body: "Write a poem.", more: [] }).slice(0, 1);
    expect((await publish(ada, other)).json).toMatchObject({ version: { state: "listed" } });
    const alike = skillFiles({ name: "bobs-search", body: `${body} Thanks.` });
    expect((await publish(bob, alike)).json).toMatchObject({ version: { state: "listed" } });
  });

  it("lets go of later versions once a moderator has accepted one", async () => {
    const { publish, ask, ada, root } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    const moderate = (path: string, decision: string) =>
      ask("POST", `/skills/${path}/moderate`, root, { decision, reason: "Seen." });
    await moderate("web-search/1.0.0", "quarantine");
    await publish(ada, skillFiles({ name: "page-finder" }));
    await moderate("page-finder/1.0.0", "list");
    const next = await publish(ada, skillFiles({ name: "page-finder", version: "1.0.1" }));
    expect(next.json).toMatchObject({ version: { state: "listed" } });
  });

  it("[BX-14] does not let a publisher bring back what a moderator deleted", async () => {
    const { publish, ask, ada, root } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    expect((await ask("DELETE", "/skills/web-search", root)).status).toBe(204);
    const back = await ask("POST", "/skills/web-search/undelete", ada);
    expect([back.status, back.text]).toEqual([403, expect.stringContaining("moderator")]);
    expect((await publish(ada, skillFiles({ name: "page-finder" }))).json).toMatchObject({
      version: { state: "in-review" },
    });
    expect((await ask("POST", "/skills/web-search/undelete", root)).status).toBe(200);
    await ask("DELETE", "/skills/web-search", ada);
    expect((await ask("POST", "/skills/web-search/undelete", ada)).status).toBe(200);
  });

  it.each([
    ["a person looks at", "moderate", { decision: "review", reason: "Let me see." }],
    ["a moderator yanked", "yank", { reason: "It loses words." }],
  ])("[BX-14] keeps hold of what %s, whichever key its publisher revokes", async (...given) => {
    const [, act, decision] = given;
    const registry = await createRegistry({ database: await open() });
    const { publish, ask, ada, root, key } = registry;
    await ask("GET", "/whoami", ada);
    await addKey(registry, ada, key, "ada");
    await publish(ada, signed(skillFiles(), key));
    expect((await ask("POST", `/skills/web-search/1.0.0/${act}`, root, decision)).status).toBe(200);
    const { keys } = (await ask("GET", "/keys?publisher=ada")).json as {
      readonly keys: readonly { readonly key_id: string }[];
    };
    const revoked = `/keys/${encodeURIComponent(keys[0]?.key_id ?? "")}?since=2020-01-01T00:00:00Z`;
    expect((await ask("DELETE", revoked, ada)).status).toBe(204);
    expect((await ask("GET", "/skills/web-search/1.0.0", ada)).json).toMatchObject({
      state: "quarantined",
      is_held: true,
    });
    const next = await publish(ada, skillFiles({ version: "1.0.1" }));
    expect(next.json).toMatchObject({ version: { state: "in-review" } });
  });
});
