import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createRegistry, type Registry, skillFiles } from "../../../test/support/market.ts";

interface Told {
  readonly skills: Readonly<Record<string, object>>;
  readonly latest: Readonly<Record<string, object>>;
}

async function offers({ ask }: Registry, names: readonly string[], token?: string): Promise<Told> {
  const answer = await ask(
    "GET",
    `/offers?names=${names.map(encodeURIComponent).join(",")}`,
    token,
  );
  expect(answer.status).toBe(200);
  return answer.json;
}

describeOnDatabases("several skills of the registry at once", ({ open }) => {
  it("are told of as each alone, with the latest version", async () => {
    const registry = await createRegistry({ database: await open() });
    const { publish, ask, ada } = registry;
    for (const version of ["1.0.0", "1.1.0"]) await publish(ada, skillFiles({ version }));
    await publish(ada, skillFiles({ name: "other" }));
    const told = await offers(registry, ["web-search", "@ada/other", "missing", "web-search"]);
    expect(told).toEqual({
      skills: {
        "web-search": (await ask("GET", "/skills/web-search")).json,
        "@ada/other": (await ask("GET", "/skills/other")).json,
      },
      latest: {
        "web-search": (await ask("GET", "/skills/web-search/1.1.0")).json,
        "@ada/other": (await ask("GET", "/skills/other/1.0.0")).json,
      },
    });
  });

  it("hide what is not for everybody", async () => {
    const registry = await createRegistry({ database: await open() });
    const { publish, ask, ada, bob } = registry;
    await publish(ada, skillFiles(), { visibility: "private" });
    await publish(ada, skillFiles({ name: "other" }));
    const names = ["web-search", "@ada/web-search", "other"];
    for (const token of [undefined, bob])
      expect(Object.keys((await offers(registry, names, token)).skills)).toEqual(["other"]);
    expect(Object.keys((await offers(registry, names, ada)).skills)).toEqual(names);
    await ask("DELETE", "/skills/other", ada);
    expect(await offers(registry, names)).toEqual({ skills: {}, latest: {} });
  });

  it("are fifty at most, and one at least", async () => {
    const { ask } = await createRegistry({ database: await open() });
    const names = Array.from({ length: 51 }, (_, index) => `skill-${index}`);
    expect((await ask("GET", `/offers?names=${names.join(",")}`)).status).toBe(400);
    expect((await ask("GET", "/offers")).status).toBe(400);
    expect((await ask("GET", `/offers?names=${names.slice(1).join(",")}`)).status).toBe(200);
  });
});
