import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createRegistry, HARMFUL, DOUBTFUL, skillFiles } from "../../../test/support/market.ts";

describeOnDatabases("appeals and reports", ({ open }) => {
  it("are answered by whatever is decided of the version", async () => {
    const { publish, ask, ada, root } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles({ body: HARMFUL }));
    const path = "/skills/web-search/1.0.0";
    await ask("POST", `${path}/appeal`, ada, { text: "It only quotes." });
    expect((await ask("GET", "/queue?is_appealed=false", root)).json).toMatchObject({
      versions: [],
    });
    expect((await ask("GET", "/queue?is_appealed=true", root)).json).toMatchObject({
      versions: [{ full_name: "@ada/web-search" }],
    });
    expect((await ask("GET", "/reports", root)).json).toMatchObject({
      reports: [
        {
          kind: "appeal",
          by: "ada",
          version_state: "in-review",
          verdict: "block",
          becomes: { upheld: "listed", dismissed: "quarantined" },
        },
      ],
    });
    const reason = "It does more than that.";
    await ask("POST", `${path}/moderate`, root, { decision: "quarantine", reason });
    expect((await ask("GET", "/reports", root)).json).toMatchObject({ reports: [] });
    expect((await ask("GET", "/skills/web-search/requests", ada)).json).toMatchObject({
      reports: [{ kind: "appeal", state: "dismissed", decision: reason }],
    });
    // The handle `root` is not for anybody.
    const { json } = await ask("GET", "/skills/web-search/log", ada);
    const { entries } = json as { readonly entries: readonly { readonly actor: string }[] };
    expect(entries.at(-1)).toMatchObject({ event: "quarantine", actor: "user-1" });
  });

  it("list nothing that waits or was taken away for another reason, where a report is wrong", async () => {
    const { publish, ask, ada, bob, root } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    await publish(ada, skillFiles({ name: "web-long", more: [DOUBTFUL] }));
    const reports: { id: string; full_name: string; by: string }[] = [];
    const report = async (name: string): Promise<void> => {
      await ask("POST", `/skills/${name}/reports`, bob, { reason: "spam", version: "1.0.0" });
    };
    await report("web-search");
    await ask("POST", "/skills/web-search/1.0.0/moderate", root, {
      decision: "quarantine",
      reason: "Harm.",
    });
    // Moderators may look at what waits, and report it to the others.
    await ask("POST", "/skills/web-long/reports", root, { reason: "spam", version: "1.0.0" });
    const { json } = await ask("GET", "/reports", root);
    reports.push(...(json as { readonly reports: typeof reports }).reports);
    expect(reports).toMatchObject([
      {
        full_name: "@ada/web-search",
        by: "bob@example.org",
        becomes: { dismissed: "quarantined" },
      },
      { full_name: "@ada/web-long", becomes: { upheld: "quarantined", dismissed: "in-review" } },
    ]);
    for (const { id } of reports)
      await ask("POST", `/reports/${id}`, root, { state: "dismissed", reason: "No." });
    expect((await ask("GET", "/skills/web-search/1.0.0", ada)).json).toMatchObject({
      state: "quarantined",
    });
    expect((await ask("GET", "/skills/web-long/1.0.0", ada)).json).toMatchObject({
      state: "in-review",
    });
  });
});
