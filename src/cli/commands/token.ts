import type { Command } from "../context.ts";
import type { Client } from "../../client/index.ts";
import { type Actions, done, governing, table } from "../remote/govern.ts";

type Scopes = Parameters<Client["makeToken"]>[0]["body"]["scopes"];

const actions: Actions = {
  list: async ({ client }) => {
    const { tokens } = await client.listTokens();
    return {
      json: { tokens },
      lines: table(
        tokens.map(({ id, name, scopes, expires_at: end }) => [
          id,
          name,
          end === null ? "no end" : `until ${end.slice(0, 10)}`,
          scopes.join(" "),
        ]),
      ),
    };
  },
  new: async ({ client, context, word }) => {
    const given = context.options.texts("scope");
    const days = context.options.number("days");
    const made = await client.makeToken({
      body: {
        name: word(0, "a name"),
        // The server refuses a word that is no scope, and names those that there are.
        scopes: (given.length === 0 ? ["registry:read"] : given) as unknown as Scopes,
        ...(days === undefined ? {} : { days }),
      },
    });
    context.err(`Made ${made.name} (${made.scopes.join(", ")}); it is shown only now.\n`);
    return done(made, made.token);
  },
  revoke: async ({ client, word }) => {
    const id = word(0, "the id of a token");
    await client.revokeToken({ params: { id } });
    return done({ revoked: id }, `Revoked ${id}`);
  },
};

export const run: Command = governing("token", actions);
