import { sql } from "kysely";
import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createRegistry, skillFiles } from "../../../test/support/market.ts";
import { identifyCaller } from "../accounts/index.ts";

describeOnDatabases("odd versions and names", ({ open }) => {
  it("takes no version that programs cannot compare, and is not stopped by one", async () => {
    const database = await open();
    const { publish, ask, ada } = await createRegistry({ database });
    await publish(ada, skillFiles());
    for (const version of ["99999999999999999999.0.0", "1.9007199254740992.0"]) {
      const refused = await publish(ada, skillFiles({ version }));
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(version)]);
    }
    expect((await publish(ada, skillFiles({ version: "9007199254740991.0.0" }))).status).toBe(201);
    // One that came in before.
    await publish(ada, skillFiles({ version: "0.5.0" }));
    await sql`update market_versions set version = '99999999999999999999.0.0',
      version_key = '99999999999999999999.0.0' where version = '0.5.0'`.execute(database.query);
    expect((await publish(ada, skillFiles({ version: "1.1.0" }))).status).toBe(201);
    expect((await ask("GET", "/skills/web-search")).json).toMatchObject({
      latest_version: "9007199254740991.0.0",
    });
    expect((await ask("GET", "/skills/web-search/versions")).status).toBe(200);
  });

  it("finds nothing by words that no index holds, and fails on none", async () => {
    const { publish, ask, ada } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    for (const words of ["ß", "é", "я", "日", "x".repeat(5000), "'", "\\", "a\u0000b"])
      expect((await ask("GET", `/search?q=${encodeURIComponent(words)}`)).status).toBeLessThan(500);
  });

  it("[BX-14] takes no file without a name, which no client could unpack", async () => {
    const { market, ports, ada } = await createRegistry({ database: await open() });
    const { user } = await identifyCaller(ports.accounts, ada);
    const files = skillFiles({ more: [{ path: "", bytes: Buffer.of(1) }] });
    const content = { kind: "files", files } as const;
    const publishing = market.publish({ userId: user.id, isModerator: false }, { content });
    await expect(publishing).rejects.toThrow("The path `` must be in its shortest form");
  });

  it.each(["con", "nul", "com1", "lpt9", "aux", "prn"])(
    "takes no name %s, which no folder has on every system",
    async (name) => {
      const { publish, ada } = await createRegistry({ database: await open() });
      const refused = await publish(ada, skillFiles({ name }));
      expect([refused.status, refused.text]).toEqual([
        400,
        expect.stringContaining(`The name \`${name}\` is not valid`),
      ]);
      expect((await publish(ada, skillFiles(), { name: `@ada/${name}` })).status).toBe(400);
      // What the file calls itself is the folder of the archive, so that it gives way.
      const other = await publish(ada, skillFiles({ name }), { name: "console" });
      expect(other.json).toMatchObject({ version: { name: "console" } });
      expect((await publish(ada, skillFiles({ name: `${name}-x` }))).status).toBe(201);
    },
  );
});
