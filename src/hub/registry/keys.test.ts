import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { addKey, createRegistry, signed, skillFiles } from "../../../test/support/market.ts";
import { newKeyPair } from "../../platform/signing/index.ts";

describeOnDatabases("keys of publishers", ({ open }) => {
  it("belong to each publisher that names them, and nobody takes one from another", async () => {
    const registry = await createRegistry({ database: await open() });
    const { publish, ask, ada, eve, bob, root, key } = registry;
    for (const token of [ada, eve, bob]) await ask("GET", "/whoami", token);
    const body = { public_key: Buffer.from(key.publicBytes).toString("base64") };
    const asked = (token: string, publisher: string): Promise<{ readonly status: number }> =>
      ask("POST", "/keys", token, { ...body, publisher });
    expect((await asked(eve, "eve")).status).toBe(201);
    expect((await asked(ada, "ada")).status).toBe(201);
    expect((await asked(ada, "ada")).status).toBe(409);
    expect((await publish(ada, signed(skillFiles(), key))).json).toMatchObject({
      version: { security_tier: "community", signature: { publisher: "ada" } },
    });
    const listed = await ask("GET", "/keys?publisher=ada");
    const { keys } = listed.json as { readonly keys: readonly { readonly key_id: string }[] };
    expect(keys).toMatchObject([{ publisher: "ada", role: "publisher" }]);
    const path = `/keys/${encodeURIComponent(keys[0]?.key_id ?? "")}`;
    // Each removes their own, and nobody that of another.
    expect((await ask("DELETE", `${path}?publisher=ada`, eve)).status).toBe(403);
    expect((await ask("DELETE", path, bob)).status).toBe(404);
    expect((await ask("DELETE", path, eve)).status).toBe(204);
    expect((await ask("GET", "/keys?publisher=eve")).json).toEqual({ keys: [] });
    expect((await ask("GET", "/keys?publisher=ada")).json).toMatchObject({ keys: [{}] });
    expect((await ask("DELETE", path, eve)).status).toBe(403);
    // A key of the registry stays one, whoever names it too.
    await addKey(registry, root, key);
    const next = await publish(
      ada,
      signed(skillFiles({ version: "1.1.0" }), key, { version: "1.1.0" }),
    );
    expect(next.json).toMatchObject({ version: { signature: { role: "amd" } } });
    expect((await ask("DELETE", path, root)).status).toBe(204);
    expect((await ask("GET", "/keys")).json).toEqual({ keys: [] });
    expect((await ask("GET", "/keys?publisher=ada")).json).toMatchObject({ keys: [{}] });
    expect((await asked(bob, "ada")).status).toBe(403);
    await addKey(registry, ada, newKeyPair(), "ada");
    expect((await ask("GET", "/keys?publisher=ada")).json).toMatchObject({ keys: [{}, {}] });
  });
});
