/** Providers of language models that administrators have added. Their keys are encrypted, and never told again. */
import { z } from "zod";
import type { SecretCipher } from "../../platform/encryption/index.ts";
import { type Clock, newId } from "../../platform/machine/index.ts";
import {
  modelEntry,
  type ModelEntry,
  type ProviderKind,
  PROVIDER_KINDS,
  providerRow,
} from "../../run/models/index.ts";
import { runError } from "../../run/index.ts";
import { timestampAt } from "../accounts/index.ts";
import { listModelsAt } from "./find-local.ts";
import { renameInRules } from "./rules.ts";
import { isReachable, type ResolveName } from "../../platform/network/index.ts";
import { type Database, secretContext } from "../data/index.ts";

export interface ModelPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly cipher: SecretCipher;
  /** Names and addresses of the own network at which providers may be. */
  readonly privateHosts: readonly string[];
  /** Looks up the names of the others, apart from those that users choose. */
  readonly resolve: ResolveName;
  /** Names that the settings of the server have taken. */
  readonly taken: ReadonlySet<string>;
}

export interface StoredProvider {
  readonly id: string;
  readonly name: string;
  readonly kind: ProviderKind;
  readonly baseUrl?: string;
  /** Empty where there is none. */
  readonly apiKey: string;
  readonly models: readonly ModelEntry[];
  readonly createdAt: string;
}

/** Providers of one server. */
const MOST_PROVIDERS = 50;
const models = z.array(modelEntry);

export async function listProviders({
  database,
  cipher,
}: Pick<ModelPorts, "database" | "cipher">): Promise<readonly StoredProvider[]> {
  const rows = await database.query
    .selectFrom("model_providers")
    .selectAll()
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.flatMap((row) => {
    const kind = PROVIDER_KINDS.find((known) => known === row.kind);
    // A newer version may have made it.
    if (kind === undefined) return [];
    return [
      {
        id: row.id,
        name: row.name,
        kind,
        ...(row.base_url === null ? {} : { baseUrl: row.base_url }),
        apiKey: cipher.decrypt(row.secret, secretContext("model_providers", row.id)),
        models: models.parse(JSON.parse(row.models)),
        createdAt: row.created_at,
      },
    ];
  });
}

export interface NewProvider {
  readonly name: string;
  readonly kind: ProviderKind;
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly models: readonly ModelEntry[];
}

export async function addProvider(ports: ModelPorts, wanted: NewProvider): Promise<void> {
  const row = providerRow(wanted.kind);
  if (row.needsUrl === true && wanted.baseUrl === undefined)
    throw bad("base_url", `${row.title} needs the address of its API`);
  if (row.key === "required" && (wanted.apiKey ?? "") === "")
    throw bad("api_key", `${row.title} needs a key`);
  checkName(ports, wanted.name);
  if (wanted.baseUrl !== undefined || row.baseUrl !== undefined)
    await checkAddress(ports, wanted.baseUrl ?? row.baseUrl ?? "");
  const { database, clock, cipher } = ports;
  const { total } = await database.query
    .selectFrom("model_providers")
    .select(({ fn }) => fn.countAll().as("total"))
    .executeTakeFirstOrThrow();
  if (Number(total) >= MOST_PROVIDERS)
    throw bad("name", `A server has at most ${MOST_PROVIDERS} providers`);
  const listed =
    wanted.models.length === 0 && row.listsModels === true
      ? await listModelsAt(
          wanted.baseUrl ?? row.baseUrl ?? "",
          { allowPrivate: ports.privateHosts, resolve: ports.resolve },
          AbortSignal.timeout(5000),
        )
      : undefined;
  const id = newId();
  const added = await database.query
    .insertInto("model_providers")
    .values({
      id,
      name: wanted.name,
      kind: wanted.kind,
      base_url: wanted.baseUrl ?? null,
      secret: cipher.encrypt(wanted.apiKey ?? "", secretContext("model_providers", id)),
      models: JSON.stringify(listed?.map((model) => ({ id: model })) ?? wanted.models),
      created_at: timestampAt(clock),
      updated_at: timestampAt(clock),
    })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .executeTakeFirst();
  if (Number(added.numInsertedOrUpdatedRows ?? 0) === 0) throw nameTaken(wanted.name);
}

export interface ProviderChange {
  readonly name?: string | undefined;
  /** The key belongs to the address: another one needs the key anew. */
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly models?: readonly ModelEntry[] | undefined;
}

/** Changes what is given, and leaves the rest. */
export async function changeProvider(
  ports: ModelPorts,
  name: string,
  change: ProviderChange,
): Promise<void> {
  const { database, clock, cipher } = ports;
  const found = await findRow(ports, name);
  if (change.name !== undefined && change.name !== name) {
    checkName(ports, change.name);
    if (await hasName(ports, change.name)) throw nameTaken(change.name);
  }
  const isMoved = change.baseUrl !== undefined && change.baseUrl !== found.base_url;
  const context = secretContext("model_providers", found.id);
  if (change.baseUrl !== undefined) await checkAddress(ports, change.baseUrl);
  // Whoever may change the address must not have the key sent there by it.
  if (isMoved && change.apiKey === undefined && cipher.decrypt(found.secret, context) !== "")
    throw bad("api_key", "Another address needs the key anew");
  await database.query.transaction().execute(async (query) => {
    await query
      .updateTable("model_providers")
      .set({
        updated_at: timestampAt(clock),
        ...(change.name === undefined ? {} : { name: change.name }),
        ...(change.baseUrl === undefined ? {} : { base_url: change.baseUrl }),
        ...(change.apiKey === undefined ? {} : { secret: cipher.encrypt(change.apiKey, context) }),
        ...(change.models === undefined ? {} : { models: JSON.stringify(change.models) }),
      })
      .where("id", "=", found.id)
      .execute();
    if (change.name !== undefined) await renameInRules({ query }, name, change.name);
  });
}

export async function removeProvider(ports: ModelPorts, name: string): Promise<void> {
  const { id } = await findRow(ports, name);
  await ports.database.query.deleteFrom("model_providers").where("id", "=", id).execute();
}

const LOOK_UP_MS = 6000;

/** Asked when it is added, so that nobody wonders later; every request is checked again. */
async function checkAddress({ privateHosts, resolve }: ModelPorts, baseUrl: string): Promise<void> {
  const url = new URL(baseUrl);
  if (url.username !== "" || url.password !== "")
    throw bad("base_url", "The address holds a name or a password; give a key instead");
  const isOpen = await isReachable(
    url,
    { allowPrivate: privateHosts, resolve },
    AbortSignal.timeout(LOOK_UP_MS),
  );
  if (!isOpen)
    throw bad(
      "base_url",
      `${url.host} is not on the open network; the operator allows it with \`models.private\` in the settings of the server`,
    );
}

async function findRow({ database, taken }: ModelPorts, name: string) {
  const row = await database.query
    .selectFrom("model_providers")
    .selectAll()
    .where("name", "=", name)
    .executeTakeFirst();
  if (row !== undefined) return row;
  throw runError("run/no-provider", { name, isInSettings: taken.has(name) });
}

async function hasName({ database }: ModelPorts, name: string): Promise<boolean> {
  const row = await database.query
    .selectFrom("model_providers")
    .select("id")
    .where("name", "=", name)
    .executeTakeFirst();
  return row !== undefined;
}

function checkName({ taken }: ModelPorts, name: string): void {
  if (taken.has(name)) throw nameTaken(name);
}

function nameTaken(name: string): Error {
  return bad("name", `There is a provider \`${name}\` already`);
}

/** A field is at fault. */
export function bad(field: string, message: string): Error {
  return runError("run/bad-provider", { problem: message }, { path: [field] });
}
