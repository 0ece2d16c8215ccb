import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createRegistry, skillFiles } from "../../../test/support/market.ts";

const WIDER = skillFiles({ version: "1.0.1", permissions: ["network:read", "shell:execute"] });

describeOnDatabases("a number that is too low for what changed", ({ open }) => {
  it.each([
    ["hold", "in-review"],
    ["warn", "listed"],
  ] as const)("[GA-20] is published where the operator chose %s", async (semver, state) => {
    const { ask, publish, ada } = await createRegistry({
      database: await open(),
      market: { semver },
    });
    await publish(ada, skillFiles());
    const { json } = await publish(ada, WIDER);
    const reason =
      "`1.0.1` is too low for what changed since `1.0.0`. Asks for the permission `shell:execute`. " +
      "The lowest number that says so is `2.0.0`.";
    expect(json).toMatchObject({
      version: { state, semver: { since: "1.0.0", needs: "major", is_honest: false } },
      warnings: [{ message: reason, hint: "Raise the version to `2.0.0`." }],
    });
    const { json: log } = await ask("GET", "/skills/web-search/log", ada);
    const last = { event: "audit", to: state, ...(semver === "hold" ? { reason } : {}) };
    expect((log as { entries: unknown[] }).entries.at(-1)).toMatchObject(last);
  });

  it("[GA-20] is refused as a rule, and compared with what users have", async () => {
    const { ask, publish, ada, root } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    expect(await publish(ada, WIDER)).toMatchObject({ status: 409 });
    const wider = skillFiles({ version: "2.0.0", permissions: ["network:read", "shell:execute"] });
    expect(await publish(ada, wider)).toMatchObject({ status: 201 });
    // The line of 1.0 goes on beside that of 2.0.
    const fix = skillFiles({ version: "1.0.1", body: "Ask for the words first." });
    expect(await publish(ada, fix)).toMatchObject({
      status: 201,
      json: { version: { semver: { since: "1.0.0", needs: "patch", is_honest: true } } },
    });
    // Nobody has what is in quarantine, so that nothing is promised by it.
    await ask("POST", "/skills/web-search/2.0.0/moderate", root, {
      decision: "quarantine",
      reason: "It runs a shell.",
    });
    const next = skillFiles({ version: "2.0.1", permissions: ["network:read", "shell:execute"] });
    expect(await publish(ada, next)).toMatchObject({
      json: { version: { semver: { since: "1.0.1", needs: "major", is_honest: true } } },
    });
  });
});
