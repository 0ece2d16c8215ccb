import type { Command } from "../context.ts";
import { fileExists, readText, resolvePath } from "../../platform/index.ts";
import { type Actions, done, governing, table } from "../remote/govern.ts";

const actions: Actions = {
  list: async ({ client, option }) => {
    const publisher = option("publisher");
    const answer = await client.listRegistryKeys({
      query: publisher === undefined ? {} : { publisher },
    });
    return {
      json: answer,
      lines: table(
        answer.keys.map(({ key_id: id, role, publisher: whose, added_at: at }) => [
          id,
          role,
          whose ?? "the registry",
          at,
        ]),
      ),
    };
  },
  add: async ({ client, context, word, option }) => {
    const given = word(0, "a public key or its file");
    const path = resolvePath(context.folder, given);
    const text = fileExists(path) ? readText(path).trim() : given;
    const publisher = option("publisher") ?? (await client.registryWhoAmI()).handle;
    const key = await client.addRegistryKey({
      body: { public_key: text, ...(context.options.flag("of-registry") ? {} : { publisher }) },
    });
    return done(key, `Added ${key.key_id} for ${key.publisher ?? "the registry"}`);
  },
  revoke: async ({ client, word, option }) => {
    const id = word(0, "the id of a key");
    const [publisher, since] = [option("publisher"), option("since")];
    await client.removeRegistryKey({
      params: { id },
      query: {
        ...(publisher === undefined ? {} : { publisher }),
        ...(since === undefined ? {} : { since: new Date(since).toISOString() }),
      },
    });
    const after =
      since === undefined
        ? "what it has signed stays"
        : `what it has signed since ${since} is in quarantine`;
    return done({ revoked: id, since: since ?? null }, `Revoked ${id}; ${after}`);
  },
};

export const run: Command = governing("key", actions);
