/** One user who fills the audit log: it grows slowly, and is read a page at a time. */
import { expect, it } from "vitest";
import { createFakeClock } from "../../src/platform/machine/clock.ts";
import { sweepActions } from "../../src/hub/audit/index.ts";
import { describeOnDatabases } from "../contract/databases.ts";
import { createPlatform } from "../support/platform.ts";
import { plansOf, recordDatabase } from "../support/recorded-database.ts";

const LINES = 2500;
const NOW = "2026-11-15T10:00:00.000Z";

interface Page {
  readonly lines: readonly { readonly number: number; readonly target: string }[];
  readonly next: number | null;
}

describeOnDatabases("[BX-14] the audit log", ({ kind, open }) => {
  it("is looked through by an index, some lines at a time", async () => {
    const plain = await open();
    const { database, asked } = recordDatabase(plain);
    const clock = createFakeClock(Date.parse(NOW));
    const platform = await createPlatform({ database, clock });
    const token = await platform
      .join("root@example.org")
      .then(() => platform.join("eve@example.org"));
    const { id: user_id } = await plain.query
      .selectFrom("users")
      .select("id")
      .where("email", "=", "eve@example.org")
      .executeTakeFirstOrThrow();
    const body = { handle: "eve" };
    await platform.send("POST", "/registry/api/v1/publishers", { token, body });
    const line = { at: NOW, user_id, actor: "eve", via: "session", address: "", action: "a.b" };
    for (let at = 0; at < LINES; at += 500)
      await plain.query
        .insertInto("audit_log")
        .values(
          Array.from({ length: 500 }, (_, index) => ({
            ...line,
            target: at + index === 3 ? "rare" : "t",
            publisher: index % 2 === 0 ? "eve" : null,
            detail: "{}",
          })),
        )
        .execute();
    const read = async (query: string): Promise<Page> =>
      (await platform.send("GET", `/api/v1/audit-log?${query}`, { token })).json as Page;
    asked.splice(0);
    const first = await read("limit=10");
    expect(first.lines).toHaveLength(10);
    expect((await read(`limit=10&before=${first.next}`)).lines[0]?.number).toBe(
      (first.lines.at(-1)?.number ?? 0) - 1,
    );
    const lines = asked.filter(({ statement }) => /from "audit_log"/u.test(statement.sql));
    expect(lines.map(({ rows }) => rows)).toEqual([11, 11, 10, 11, 11, 10]);
    if (kind === "sqlite")
      for (const plan of await plansOf(plain, lines))
        expect(plan).not.toMatch(/SCAN audit_log|TEMP/u);
    // One line of many: a request looks through a part, and says where the next one goes on.
    asked.splice(0);
    const none = await read("target=rare");
    expect(none).toEqual({ lines: [], next: expect.any(Number) as number });
    const most = Math.max(...asked.map(({ rows }) => rows));
    expect(most).toBeLessThanOrEqual(2001);
    const found = await read(`target=rare&before=${none.next}`);
    expect(found).toMatchObject({ lines: [{ target: "rare" }], next: null });
    // Old lines go in parts.
    const total = await plain.query.selectFrom("audit_log").select("number").execute();
    asked.splice(0);
    const later = createFakeClock(Date.parse(NOW) + 2 * 86_400_000);
    await sweepActions({ database, clock: later }, 1);
    const removed = asked.map(({ changed }) => changed);
    expect(Math.max(...removed)).toBe(500);
    expect(removed.reduce((sum, count) => sum + count, 0)).toBe(total.length);
  });

  it("takes so many lines of a user in a minute and in a day", async () => {
    const clock = createFakeClock(Date.parse(NOW));
    const database = await open();
    const platform = await createPlatform({ database, clock });
    await platform.join("root@example.org");
    const token = await platform.join("eve@example.org");
    const { json } = await platform.send("POST", "/api/v1/teams", { token, body: { name: "t" } });
    const path = `/api/v1/teams/${(json as { readonly id: string }).id}`;
    const rename = async (): Promise<number> =>
      (await platform.send("PATCH", path, { token, body: { name: "u" } })).status;
    const statuses = new Map<number, number>();
    for (let at = 0; at < 125; at += 1) {
      const status = await rename();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    // Making the team counts too.
    expect(Object.fromEntries(statuses)).toEqual({ 200: 119, 429: 6 });
    await database.query
      .updateTable("limits")
      .set({ count: 3000 })
      .where("key", "like", "audited-day:%")
      .execute();
    clock.advance(61_000);
    expect(await rename()).toBe(429);
  });
});
