/** Accounts and tokens, what administrators do with them, and what is kept of it. */
import { z } from "zod";
import {
  accountCodes,
  changeUser,
  closeAllSessions,
  countUsers,
  createAccount,
  deleteUser,
  findPresent,
  listApiTokens,
  listUsers,
  mintApiToken,
  timestampAt,
  revokeApiToken,
  revokeAllApiTokens,
  rotateKeys,
  type User,
} from "../../hub/accounts/index.ts";
import { type AuditLine, readActions } from "../../hub/audit/index.ts";
import { readHealth, STORAGE_KINDS, WORK_KINDS } from "../../hub/health/index.ts";
import { listFeatures, setFeature } from "../../hub/features/index.ts";
import { type ModelUsage, tokenUsageSince } from "../../hub/runs/index.ts";
import { cancelAllExecutions } from "../../hub/workflows/index.ts";
import { apiCodes } from "../../hub/requests/index.ts";
import { failure } from "../../platform/index.ts";
import { newSecret } from "../../platform/machine/index.ts";
import { forUsers, type Hub, type HubContext, requirePerson } from "./context.ts";
import { type HubOperation, SCOPES } from "./define.ts";
import { listPageFields, nextOffsetField, toListPage } from "./list-page.ts";
import { from, listOf, mapOf, type Shape, toShape } from "./shape.ts";

const own = forUsers({ tag: "accounts", scope: "account" });
const users = forUsers({ tag: "accounts", access: "admin", scope: "users" });
const admin = forUsers({ tag: "administration", access: "admin", scope: "users" });
const reader = forUsers({ tag: "administration", scope: "account" });

const refused = "Refused.";

/** An account as others are told of it. */
export const userShape: Shape<User> = toShape({
  id: z.string(),
  email: z.string(),
  role: z.enum(["admin", "user"]),
  is_active: z.boolean(),
  created_at: z.string(),
});

const token = {
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
};

const tokens: readonly HubOperation<HubContext>[] = [
  own("GET /auth/me", {
    id: "readMe",
    doc: "Returns the account of the token.",
    gives: ["The account.", userShape],
    run: ({ caller: { user, isAdmin } }) => ({
      ...user,
      role: isAdmin ? ("admin" as const) : ("user" as const),
    }),
  }),
  own("GET /auth/tokens", {
    id: "listTokens",
    doc: "Lists the user's personal tokens, without their secrets.",
    gives: ["The tokens.", toShape({ tokens: listOf(toShape(token)) })],
    run: async ({ hub, user }) => ({ tokens: await listApiTokens(hub.accounts, user) }),
  }),
  own("POST /auth/tokens", {
    id: "makeToken",
    doc: "Creates a personal token; its secret is shown only once. A token cannot create one with scopes or a lifetime that it does not have.",
    input: {
      name: z.string().min(1).max(128),
      scopes: z.array(z.enum(SCOPES)).max(32),
      days: z.int().min(1).max(3650).optional(),
    },
    makes: ["The token.", toShape({ ...token, token: z.string() })],
    isSecret: true,
    refusals: { 400: refused, 403: refused },
    run: ({ hub, caller }, wanted) => mintApiToken(hub.accounts, caller, wanted),
  }),
  own("DELETE /auth/tokens/{id}", {
    id: "revokeToken",
    doc: "Revokes a personal token.",
    done: "It was deleted.",
    refusals: { 404: refused },
    run: ({ hub, user }, { id }) => revokeApiToken(hub.accounts, user, id),
  }),
  users("POST /auth/keys/rotate", {
    id: "rotateKeys",
    doc: "Rotates the key that signs tokens; tokens of the previous key stay valid until they expire.",
    done: "The new key is in use.",
    run: ({ hub }) => rotateKeys(hub.accounts),
  }),
];

const accounts: readonly HubOperation<HubContext>[] = [
  users("GET /users", {
    id: "listUsers",
    doc: "Lists accounts, oldest first, in pages.",
    input: listPageFields,
    gives: ["The accounts.", toShape({ users: listOf(userShape), ...nextOffsetField })],
    run: async ({ hub }, { limit, offset }) => {
      const found = await listUsers(hub.accounts, { limit: limit + 1, offset });
      const { rows, nextOffset } = toListPage(found, { limit, offset });
      return { users: rows, nextOffset };
    },
  }),
  users("POST /users", {
    id: "createUser",
    doc: "Creates an account; without a password, one is generated and shown only once.",
    input: { email: z.string(), password: z.string().optional() },
    makes: [
      "The account.",
      toShape({
        id: z.string(),
        email: z.string(),
        role: z.enum(["admin", "user"]),
        password: z.string().nullable(),
      }),
    ],
    refusals: { 400: refused, 409: refused, 429: refused },
    run: async ({ hub, user }, { email, password }) => {
      const made = password === undefined ? newSecret() : undefined;
      const account = { email, password: password ?? made ?? "" };
      return { ...(await createAccount(hub, user, account)), password: made };
    },
  }),
  users("PATCH /users/{id}", {
    id: "changeUser",
    doc: "Changes the role of an account, disables or enables it, or sets its password. Setting passwords and appointing administrators take a session, not a token.",
    input: {
      role: z.enum(["admin", "user"]).optional(),
      is_active: z.boolean().optional(),
      password: z.string().optional(),
    },
    gives: ["The account.", userShape],
    refusals: { 400: refused, 404: refused, 409: refused },
    run: async ({ hub, caller }, { id, ...change }) => {
      const { role, isActive, password } = change;
      // Either would open a session that may more than the token.
      if (password !== undefined || role === "admin") requirePerson(caller);
      const user = await changeUser(hub.accounts, id, change);
      if (isActive === false || password !== undefined)
        await closeAllSessions(hub.accounts, user.id);
      if (isActive === false) await cancelAllExecutions(hub.workflows, user.id);
      // Whoever knew the old password may have made some.
      if (password !== undefined) await revokeAllApiTokens(hub.accounts, user.id);
      return user;
    },
  }),
];

const doneShape: Shape<string> = from(
  toShape({ success: z.literal(true), message: z.string() }),
  (message) => ({ success: true as const, message }),
);
const done = ["Done.", doneShape] as const;
const refusals = { 400: refused, 404: "No such account." };

async function findOther(
  { hub, user }: HubContext,
  id: string,
  verb: "disable" | "delete",
): Promise<User> {
  if (user.id === id) throw failure(apiCodes.invalid, `Cannot ${verb} yourself`);
  return await findOne(hub, id);
}

async function findOne({ accounts: ports }: Hub, id: string): Promise<User> {
  const user = await findPresent(ports, id);
  if (user === undefined) throw failure(accountCodes.notFound, "User not found");
  return user;
}

/** Accounts as clients of Agent Flow Lite look after them. */
const administration: readonly HubOperation<HubContext>[] = [
  admin("GET /admin/users", {
    id: "listAdminUsers",
    doc: "Lists accounts, newest first, in pages.",
    input: listPageFields,
    gives: [
      "The accounts of the page; `total` counts those of all pages.",
      toShape({ users: listOf(userShape), total: z.number(), ...nextOffsetField }),
    ],
    run: async ({ hub }, { limit, offset }) => {
      const [found, total] = await Promise.all([
        listUsers(hub.accounts, { limit: limit + 1, offset }, "newest"),
        countUsers(hub.accounts),
      ]);
      const { rows, nextOffset } = toListPage(found, { limit, offset });
      return { users: rows, total, nextOffset };
    },
  }),
  admin("POST /admin/users/{user}/disable", {
    id: "disableUser",
    doc: "Disables an account and ends its sessions.",
    gives: done,
    refusals: { ...refusals, 409: refused },
    run: async (context, input) => {
      const { hub } = context;
      const user = await findOther(context, input.user, "disable");
      if (!user.isActive) throw failure(apiCodes.invalid, "User is already disabled");
      await changeUser(hub.accounts, user.id, { isActive: false });
      await closeAllSessions(hub.accounts, user.id);
      await cancelAllExecutions(hub.workflows, user.id);
      return `User ${user.email} has been disabled`;
    },
  }),
  admin("POST /admin/users/{user}/enable", {
    id: "enableUser",
    doc: "Enables an account that was disabled.",
    gives: done,
    refusals,
    run: async ({ hub }, input) => {
      const user = await findOne(hub, input.user);
      if (user.isActive) throw failure(apiCodes.invalid, "User is already enabled");
      await changeUser(hub.accounts, user.id, { isActive: true });
      return `User ${user.email} has been enabled`;
    },
  }),
  admin("DELETE /admin/users/{user}", {
    id: "deleteUser",
    doc: "Closes an account for good, and revokes its sessions and tokens. What it owns stays, for administrators.",
    gives: done,
    refusals: { ...refusals, 409: refused },
    run: async (context, input) => {
      const { hub } = context;
      const user = await findOther(context, input.user, "delete");
      await deleteUser(hub.accounts, user.id);
      await closeAllSessions(hub.accounts, user.id);
      await revokeAllApiTokens(hub.accounts, user.id);
      await cancelAllExecutions(hub.workflows, user.id);
      return `User ${user.email} has been deleted`;
    },
  }),
];

const text = z.string().max(200).optional();
/** As dates or moments; what is kept compares as text. */
const moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((given) => new Date(given).toISOString())
  .optional();

const lineShape: Shape<AuditLine> = toShape({
  number: z.number(),
  at: z.string(),
  handle: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  via: z.string(),
  action: z.string(),
  target: z.string(),
  publisher: z.string().nullable(),
  detail: z.string(),
});

const flagShape = from(
  toShape({ key: z.string(), enabled: z.boolean() }),
  ({ key, isEnabled }: { readonly key: string; readonly isEnabled: boolean }) => ({
    key,
    enabled: isEnabled,
  }),
);

const HOUR_MS = 3_600_000;

const sums = mapOf(
  toShape({ input_tokens: z.number(), output_tokens: z.number(), requests: z.number() }),
);

interface Sum {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly requests: number;
}

function sumUp(usage: readonly ModelUsage[]): Sum {
  const add = (field: "inputTokens" | "outputTokens" | "runs"): number =>
    usage.reduce((sum, row) => sum + row[field], 0);
  return {
    inputTokens: add("inputTokens"),
    outputTokens: add("outputTokens"),
    requests: add("runs"),
  };
}

function sumsBy(
  usage: readonly ModelUsage[],
  key: (model: string) => string,
): ReadonlyMap<string, Sum> {
  const groups = Map.groupBy(usage, ({ model }) => key(model));
  return new Map([...groups].map(([name, same]) => [name, sumUp(same)]));
}

const observation: readonly HubOperation<HubContext>[] = [
  reader("GET /audit-log", {
    id: "readAuditLog",
    doc: "Lists the audit log, newest first: all entries for administrators, otherwise those of the user and of the publishers that the user owns.",
    input: {
      actor: text,
      action: text,
      target: text,
      publisher: text,
      since: moment,
      until: moment,
      limit: z.coerce.number().int().min(1).max(1000).default(100),
      before: z.coerce.number().int().min(1).optional(),
    },
    gives: [
      "The lines; `next` is the `before` of the next page. A page of lines that are looked for may have few of them, or none.",
      toShape({ lines: listOf(lineShape), next: z.number().nullable() }),
    ],
    run: ({ hub, caller: { user, scopes } }, { limit, before, ...filter }) => {
      const seesAll = user.role === "admin" && (scopes?.includes("users") ?? true);
      return readActions(hub, { userId: user.id, seesAll }, filter, { limit, before });
    },
  }),
  reader("GET /settings/feature-flags", {
    id: "listFeatureFlags",
    doc: "Lists the features that can be switched, and their state.",
    gives: ["The features.", toShape({ items: listOf(flagShape), total: z.number() })],
    run: async ({ hub }) => {
      const items = await listFeatures(hub.features);
      return { items, total: items.length };
    },
  }),
  admin("PUT /settings/feature-flags/{flag}", {
    id: "setFeatureFlag",
    doc: "Switches a feature on or off without a restart, within what the settings of the server allow.",
    path: { flag: z.string().max(100) },
    input: { enabled: z.boolean() },
    gives: ["The feature.", flagShape],
    refusals: {
      400: "No such feature.",
      409: "The settings of the server do not allow it.",
    },
    run: ({ hub }, { flag, enabled }) => setFeature(hub.features, flag, enabled),
  }),
  admin("GET /admin/health", {
    id: "readServerHealth",
    doc: "Returns the health of the server: whether it can answer, what is queued, and what it stores.",
    gives: [
      "How it is; without `problem` it is ready. `free_bytes` is absent where nothing is stored on a disk of the server.",
      toShape({
        version: z.string(),
        database: z.enum(["sqlite", "postgres"]),
        problem: z.string().optional(),
        free_bytes: z.number().optional(),
        work: listOf(toShape({ kind: z.enum(WORK_KINDS), count: z.number() })),
        storage: listOf(
          toShape({ kind: z.enum(STORAGE_KINDS), count: z.number(), bytes: z.number() }),
        ),
      }),
    ],
    run: ({ hub }) => readHealth(hub),
  }),
  admin("GET /observability/token-usage", {
    id: "readTokenUsage",
    doc: "Sums up the tokens that all runs used in the last hours.",
    input: { hours: z.coerce.number().int().min(1).max(720).default(24) },
    gives: [
      "The sums.",
      toShape({
        total_input_tokens: z.number(),
        total_output_tokens: z.number(),
        total_requests: z.number(),
        by_provider: sums,
        by_model: sums,
      }),
    ],
    refusals: { 400: "The range is invalid." },
    run: async ({ hub }, { hours }) => {
      const usage = await tokenUsageSince(hub.database, timestampAt(hub.clock, -hours * HOUR_MS));
      const total = sumUp(usage);
      return {
        totalInputTokens: total.inputTokens,
        totalOutputTokens: total.outputTokens,
        totalRequests: total.requests,
        byProvider: sumsBy(usage, (model) => model.split(":", 1)[0] ?? model),
        byModel: sumsBy(usage, (model) => model.slice(model.indexOf(":") + 1)),
      };
    },
  }),
];

export const accountOperations: readonly HubOperation<HubContext>[] = [
  ...tokens,
  ...accounts,
  ...administration,
  ...observation,
];
