import { sql } from "kysely";
import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createFakeClock } from "../../platform/machine/clock.ts";
import { createPlatform } from "../../../test/support/platform.ts";
import { failure } from "../../platform/index.ts";
import { closeActions, withAuditLine } from "./index.ts";

const NOW = Date.parse("2026-11-15T10:00:00.000Z");
const LATER = NOW + 2 * 3_600_000;
const ACTION = {
  userId: "ada",
  via: "session",
  address: "192.0.2.1",
  action: "registry.yank",
  target: "web-search",
  detail: { reason: "broken" },
};

describeOnDatabases("[BX-14] a line of the audit log", ({ open }) => {
  it("is kept where the log cannot be written when the action is done", async () => {
    const database = await open();
    const clock = createFakeClock(NOW);
    const platform = await createPlatform({ database, clock });
    const token = await platform.join("ada@example.org");
    await sql`alter table audit_log rename to audit_log_away`.execute(database.query);
    const body = { name: "blue" };
    expect((await platform.send("POST", "/api/v1/teams", { token, body })).status).toBe(201);
    await sql`alter table audit_log_away rename to audit_log`.execute(database.query);
    const lines = () =>
      database.query
        .selectFrom("audit_log")
        .select(["actor", "action", "detail"])
        .where("action", "=", "teams.createTeam")
        .execute();
    // It may still be going on.
    await closeActions({ database, clock });
    expect(await lines()).toEqual([]);
    await closeActions({ database, clock: createFakeClock(LATER) });
    expect(await lines()).toEqual([
      {
        actor: "ada@example.org",
        action: "teams.createTeam",
        detail: '{"outcome":"unknown"} {"name":"blue"}',
      },
    ]);
  });

  it("is begun before anything is done, and gone where it was refused", async () => {
    const database = await open();
    const ports = { database, clock: createFakeClock(NOW) };
    const { query } = database;
    const begun = () => query.selectFrom("audit_begun").select("target").execute();
    const logged = () => query.selectFrom("audit_log").select(["target", "publisher"]).execute();
    const subject = { target: "@ada/web-search", publisher: "ada" };
    const seen = await withAuditLine(ports, ACTION, async () => ({
      result: await begun(),
      subject,
    }));
    expect(seen).toEqual([{ target: "web-search" }]);
    expect([await begun(), await logged()]).toEqual([[], [subject]]);
    const refused = failure("test/refused", "No.");
    await expect(withAuditLine(ports, ACTION, () => Promise.reject(refused))).rejects.toBe(refused);
    expect([await begun(), (await logged()).length]).toEqual([[], 1]);
    // Whatever else fails may have failed after the change.
    await expect(
      withAuditLine(ports, ACTION, () => Promise.reject(new Error("lost connection"))),
    ).rejects.toThrow("lost connection");
    expect(await begun()).toEqual([{ target: "web-search" }]);
  });
});
