/** Keys by which a registry knows publishers, and personal tokens. */
import type { Client } from "../../client/index.ts";
import { failure } from "../../platform/index.ts";
import type { Actions } from "../operation.ts";
import { readPublicKey } from "../registry/public-key.ts";
import { registryOperation } from "../server/ask.ts";

const publisherField = {
  publisher: {
    kind: "text",
    placeholder: "HANDLE",
    doc: "Publisher whose key it is (default: yourself).",
  },
} as const;

const keyList = registryOperation({
  title: "List keys of publishers",
  examples: ["skillwright key list", "skillwright key list --of-registry"],
  input: {
    ...publisherField,
    ofRegistry: { kind: "flag", doc: "List the keys that are trusted for every publisher." },
  },
  effects: "reads",
  ask: async (client, { publisher, ofRegistry }) =>
    await client.listRegistryKeys({
      query: ofRegistry ? {} : { publisher: publisher ?? (await ownHandle(client)) },
    }),
  lines: ({ keys }) =>
    keys.map(({ key_id: id, role, publisher: whose, added_at: at }) => [
      id,
      role,
      whose ?? "the registry",
      at,
    ]),
});

const keyAdd = registryOperation({
  title: "Add a key of a publisher",
  details:
    "Registers a key as yours, so that its signatures count. Needs `skillwright login --scope registry:keys`.",
  examples: ["skillwright key add ~/.skillwright/keys/publisher.pub"],
  input: {
    key: { kind: "file", required: true, positional: true, doc: "Public key, or its file." },
    ...publisherField,
    ofRegistry: { kind: "flag", doc: "Add a key that is trusted for every publisher." },
  },
  effects: "writes",
  ask: async (client, { key, ofRegistry, ...input }, { computer }) => {
    const text = readPublicKey(computer, key).trim();
    const publisher = input.publisher ?? (await ownHandle(client));
    return await client.addRegistryKey({
      body: { public_key: text, ...(ofRegistry ? {} : { publisher }) },
    });
  },
  lines: ({ key_id: id, publisher }) => [`Added ${id} for ${publisher ?? "the registry"}`],
});

const keyRevoke = registryOperation({
  title: "Revoke a key of a publisher",
  details:
    "Stops trusting a key; with `--since`, what was signed with it since then goes into quarantine, and whoever has " +
    "installed it is told. Needs `skillwright login --scope registry:keys`.",
  examples: ["skillwright key revoke 76e4dcfedda4a07eebcfadea3a7a8bb8 --since 2026-01-31"],
  input: {
    id: { kind: "text", required: true, positional: true, doc: "Id of the key." },
    ...publisherField,
    since: {
      kind: "text",
      placeholder: "DATE",
      doc: "Since when another person may have had the key.",
    },
  },
  effects: "writes",
  ask: async (client, { id, publisher, since }) => {
    await client.removeRegistryKey({
      params: { id },
      query: {
        ...(publisher === undefined ? {} : { publisher }),
        ...(since === undefined ? {} : { since: toTimestamp(since) }),
      },
    });
    return { revoked: id, since: since ?? null };
  },
  lines: ({ revoked, since }) => [
    since === null
      ? `Revoked ${revoked}; what it has signed stays`
      : `Revoked ${revoked}; what it has signed since ${since} is in quarantine`,
  ],
});

async function ownHandle(client: Client): Promise<string> {
  return (await client.registryWhoAmI()).handle;
}

function toTimestamp(date: string): string {
  const time = new Date(date);
  if (Number.isNaN(time.getTime()))
    throw failure("cli/usage", `\`--since\` takes a date such as 2026-01-31, not \`${date}\`.`);
  return time.toISOString();
}

const ACCOUNT = "Needs `skillwright login --scope account`.";

const tokenList = registryOperation({
  title: "List personal tokens",
  details: ACCOUNT,
  examples: ["skillwright token list"],
  input: {},
  effects: "reads",
  ask: async (client) => {
    const { tokens } = await client.listTokens();
    return { tokens };
  },
  lines: ({ tokens }) =>
    tokens.map(({ id, name, scopes, expires_at: end }) => [
      id,
      name,
      end === null ? "no end" : `until ${end.slice(0, 10)}`,
      scopes.join(" "),
    ]),
});

type Scopes = Parameters<Client["makeToken"]>[0]["body"]["scopes"];

const tokenNew = registryOperation({
  title: "Make a personal token",
  details: `Prints a token for other programs, once. It never may more than the one it is made with. ${ACCOUNT}`,
  examples: ["skillwright token new ci --scope registry:write --days 30"],
  input: {
    name: { kind: "text", required: true, positional: true, doc: "Name of the token." },
    scope: {
      kind: "text",
      many: true,
      placeholder: "SCOPE",
      doc: "What it may do (default: `registry:read`).",
    },
    days: { kind: "number", doc: "Days for which it is good." },
  },
  effects: "writes",
  ask: async (client, { name, scope, days }) =>
    await client.makeToken({
      body: {
        name,
        // The server refuses a word that is no scope, and names those that there are.
        scopes: (scope.length === 0 ? ["registry:read"] : scope) as unknown as Scopes,
        ...(days === undefined ? {} : { days }),
      },
    }),
  text: {
    render: ({ token }) => `${token}\n`,
    changes: ({ name, scopes }) => `Made ${name} (${scopes.join(", ")}); it is shown only now.\n`,
  },
});

const tokenRevoke = registryOperation({
  title: "Revoke a personal token",
  details: ACCOUNT,
  examples: ["skillwright token revoke 0195f2c4"],
  input: { id: { kind: "text", required: true, positional: true, doc: "Id of a token." } },
  effects: "writes",
  ask: async (client, { id }) => {
    await client.revokeToken({ params: { id } });
    return { revoked: id };
  },
  lines: ({ revoked }) => [`Revoked ${revoked}`],
});

export const keyActions: Actions = {
  list: keyList,
  add: keyAdd,
  revoke: keyRevoke,
};

export const tokenActions: Actions = {
  list: tokenList,
  new: tokenNew,
  revoke: tokenRevoke,
};
