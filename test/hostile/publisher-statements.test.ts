/** What a request costs the database does not grow with what others have published or written. */
import { expect, it } from "vitest";
import type { Database } from "../../src/hub/data/index.ts";
import { describeOnDatabases } from "../contract/databases.ts";
import { createRegistry, skillFiles } from "../support/market.ts";
import { recordDatabase } from "../support/recorded-database.ts";

/** Copies of a publisher's first skill, each with a rating of one user. */
async function addSkills({ query }: Database, count: number, userId: string): Promise<void> {
  const first = await query.selectFrom("market_skills").selectAll().executeTakeFirstOrThrow();
  for (let at = 0; at < count; at += 1) {
    const {
      number: _number,
      position: _position,
      ...copy
    } = first as typeof first & Record<"number" | "position", unknown>;
    const id = `copy-${at}`;
    const slug = `copy-${at}`;
    await query
      .insertInto("market_skills")
      .values({ ...copy, id, slug, skeleton: slug, plain_name: null, latest_id: null })
      .execute();
    const fixed = { rating: 4, text: "", version: "1.0.0", network: null };
    const now = new Date().toISOString();
    await query
      .insertInto("market_reviews")
      .values({ skill_id: id, user_id: userId, ...fixed, created_at: now, updated_at: now })
      .execute();
  }
}

describeOnDatabases("[BX-14] requests of a registry", ({ open }) => {
  it("take as many statements and rows for a publisher of 2 skills as for one of 60", async () => {
    const costs: Record<string, readonly [statements: number, rows: number]>[] = [];
    for (const count of [1, 59]) {
      const { database, asked } = recordDatabase(await open());
      const registry = await createRegistry({ database, market: { reporterHours: 0 } });
      const { ask, ada, bob, eve, root, publish, join } = registry;
      await publish(ada, skillFiles());
      await ask("GET", "/whoami", bob);
      await ask("GET", "/whoami", eve);
      const { id } = await database.query
        .selectFrom("users")
        .select("id")
        .where("email", "=", "bob@example.org")
        .executeTakeFirstOrThrow();
      await addSkills(database, count, id);
      const zoe = await join("zoe@example.net");
      await ask("GET", "/whoami", zoe);
      const cost: (typeof costs)[number] = {};
      const measure = async (name: string, ...request: Parameters<typeof ask>) => {
        asked.length = 0;
        const { status, text } = await ask(...request);
        expect(status, text).toBeLessThan(300);
        cost[name] = [
          asked.length,
          asked.reduce((all, { rows, changed }) => all + rows + changed, 0),
        ];
      };
      const skill = "/skills/%40ada%2Fweb-search";
      await measure("first rating", "PUT", `${skill}/review`, eve, { rating: 5 });
      await measure("rating again", "PUT", `${skill}/review`, eve, { rating: 1 });
      await measure("no rating", "DELETE", `${skill}/review`, eve);
      await measure("rating of one who rated all", "PUT", `${skill}/review`, bob, { rating: 2 });
      await measure("rename", "POST", `${skill}/rename`, ada, { name: "other-search" });
      const renamed = "/skills/%40ada%2Fother-search";
      await measure("official", "PUT", "/publishers/ada/official", root, { is_official: true });
      await measure("deprecation", "PUT", `${renamed}/deprecation`, ada, { message: "Old." });
      await measure("report", "POST", `${renamed}/reports`, zoe, { reason: "spam" });
      costs.push(cost);
    }
    expect(costs[1]).toEqual(costs[0]);
  });
});
