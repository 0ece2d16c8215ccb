import { z } from "zod";
import { isLoopback } from "../../library/hosts/index.ts";
import { isNameServer, isNetwork } from "../../platform/network/index.ts";
import type { DocumentLimits } from "../../hub/knowledge/index.ts";
import type { ModelSettings } from "../../run/models/index.ts";
import { modelSettingsSchema, withEnvironment } from "../../hub/models/index.ts";
import { MOST_RUN_BYTES } from "../../hub/workflows/index.ts";
import { isObject } from "../../skill/model/index.ts";
import type { BucketSettings } from "../../hub/data/index.ts";
import { DEFAULT_LIMITS, type Limit } from "../../hub/requests/index.ts";
import {
  DEFAULT_MARKET,
  type MarketSettings,
  type UpstreamSettings,
} from "../../hub/registry/index.ts";
import type { Quotas } from "../../hub/quotas/index.ts";
import type { StreamLimits } from "../api/stream-room.ts";
import type { BodyLimits } from "../http/body-budget.ts";
import type { ByteLimits } from "../http/byte-budget.ts";
import type { RequestLimits } from "../http/request-room.ts";
import { accountSchemas, accountSettings, type AccountSettings } from "./account-settings.ts";
import { boundSchemas } from "./bound-settings.ts";
import { serveError } from "../errors.ts";

export interface PlatformSettings extends AccountSettings {
  /** `postgres://…`; absent: a file of SQLite in the data folder. */
  readonly database?: string | undefined;
  readonly bucket?: BucketSettings | undefined;
  readonly models: ModelSettings;
  readonly limits: { readonly [counter: string]: Limit };
  readonly registry: RegistrySettings;
  /** What each user may keep. */
  readonly quotas: Quotas;
  /** What is taken of one document of a knowledge base. */
  readonly documents: DocumentLimits;
  readonly requestBodies: BodyLimits;
  /** Answers that go on at one time. */
  readonly streams: StreamLimits;
  /** Bytes of large answers that are held at one time. */
  readonly answers: ByteLimits;
  /** Requests of one client that are answered at one time. */
  readonly requests: RequestLimits;
  /** How clients reach the server, where a proxy stands before it; else as they asked for it. */
  readonly publicUrl?: string | undefined;
  /** Names by which clients may ask, beside those of this machine and of the public address. */
  readonly allowedHosts: readonly string[];
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Strangers may make accounts for themselves. */
  readonly registration: boolean;
  /** Web pages of these origins may call the API. */
  readonly cors: readonly string[];
  /** Workflows may send requests to addresses of the internet. */
  readonly httpNodes: boolean;
  /** Names and addresses of the own network that they may ask too. */
  readonly httpPrivate: readonly string[];
  /** MCP servers whose tools workflows may call, by the names that nodes use. */
  readonly mcpServers: {
    readonly [name: string]: {
      readonly url: string;
      readonly tokenEnv?: string | undefined;
      readonly tools?: readonly string[] | undefined;
    };
  };
  /** Servers that are asked for names that users choose; none: those of the system. */
  readonly nameServers: readonly string[];
  /** Workflows may run code, in the sandbox and without files and network. */
  readonly codeNodes: boolean;
  /** For which a token of a session is good; then it is renewed. */
  readonly accessTokenMinutes: number;
  /** Bytes of results and events that one run of a workflow may store. */
  readonly workflowRunBytes: number;
  /** Runs may call the tools of their skills, in the sandbox, with the permissions that are named here. */
  readonly tools?:
    | {
        readonly allow: readonly string[];
        /** Runs that have tools at one time; default: one for every 2 GB of memory, from 2 to 16. */
        readonly atOnce?: number | undefined;
      }
    | undefined;
  /** For how many days the records of runs and workflows are kept; 0 for ever. */
  readonly keepDays: number;
  /** Records of runs hold inputs and answers, for those who ran them alone. */
  readonly keepAnswers: boolean;
  /** How long streams may go on after the server was asked to stop. */
  readonly stopSeconds: number;
  /** What the log tells. */
  readonly log: "problems" | "requests";
  /** Path of the log, or `-` for standard error; absent: a file in the data folder. */
  readonly logFile?: string | undefined;
  /** Where it is set, the metrics are told only to those who send it. */
  readonly metricsToken?: string | undefined;
  /** The first account, where there is none yet. */
  readonly admin: { readonly email: string; readonly password?: string | undefined };
}

/** What is asked of the registry, in the words of the file. */
export interface RegistrySettings extends Omit<
  MarketSettings,
  "isPrivate" | "upstream" | "builds" | "webhookHosts"
> {
  /** `private`: nothing is told to those who have not logged in. */
  readonly access: "public" | "private";
  /** Addresses of issuers whose builds may publish without a secret. */
  readonly buildIssuers: readonly string[];
  /** Another registry, of which this one keeps copies. */
  readonly upstream?:
    | (Omit<UpstreamSettings, "token"> & { readonly tokenEnv?: string | undefined })
    | undefined;
  /** Makes tokens for the registry over MCP in place of this server. */
  readonly issuer?: { readonly issuer: string; readonly keys: string } | undefined;
}

const FIRST_EMAIL = "admin@skillwright.local";

const text = z.string().min(1);
const limit: z.ZodType<Limit> = z.strictObject({ count: z.int().min(1), seconds: z.int().min(1) });

const HOST_NAME = /^(?:[\w-]+(?:\.[\w-]+)*|\[?[\da-f:.]+\]?)$/iu;
const hostName = z
  .string()
  .regex(HOST_NAME, "write a name or address without a protocol, port or path");
const network = z.string().refine(isNetwork, "write an address or a network such as `10.0.0.0/8`");
const nameServer = z
  .string()
  .refine(isNameServer, "write an address, with a port where it is not 53: `127.0.0.1:5353`");

const schema = z.strictObject({
  $schema: z.string().optional(),
  database: text.optional(),
  bucket: z
    .strictObject({
      name: text,
      endpoint: z.url().optional(),
      region: text.optional(),
      prefix: text.optional(),
    })
    .optional(),
  models: modelSettingsSchema.default({ providers: {} }),
  limits: z.record(z.string(), limit).default({}),
  registry: z
    .strictObject({
      access: z.enum(["public", "private"]).default("public"),
      deletedDays: z.int().min(0).default(DEFAULT_MARKET.deletedDays),
      downloadDays: z.int().min(1).default(DEFAULT_MARKET.downloadDays),
      auditDays: z.int().min(0).default(DEFAULT_MARKET.auditDays),
      reportsToReview: z.int().min(1).default(DEFAULT_MARKET.reportsToReview),
      reporterHours: z.int().min(0).default(DEFAULT_MARKET.reporterHours),
      answerHours: z.int().min(1).default(DEFAULT_MARKET.answerHours),
      maxBytes: z.int().min(1).max(1_000_000_000).default(DEFAULT_MARKET.maxBytes),
      maxFiles: z.int().min(1).max(50_000).default(DEFAULT_MARKET.maxFiles),
      semver: z.enum(["refuse", "hold", "warn"]).default(DEFAULT_MARKET.semver),
      buildIssuers: z
        .array(z.url({ protocol: /^https?$/u }))
        .default([...DEFAULT_MARKET.builds.issuers]),
      upstream: z
        .strictObject({
          url: z.url(),
          allow: z.array(text).default([]),
          refreshSeconds: z.int().min(1).default(300),
          tokenEnv: text.optional(),
        })
        .optional(),
      issuer: z.strictObject({ issuer: z.url(), keys: text }).optional(),
    })
    .prefault({}),
  ...boundSchemas,
  publicUrl: z.url({ protocol: /^https?$/u }).optional(),
  allowedHosts: z.array(hostName).default([]),
  trustedProxies: z.array(network).default([]),
  registration: z.boolean().optional(),
  accessTokenMinutes: z.int().min(15).max(43_200).default(15),
  ...accountSchemas,
  cors: z.array(z.url()).default([]),
  httpNodes: z.boolean().default(false),
  httpPrivate: z.array(text).default([]),
  mcpServers: z
    .record(
      z.string().min(1).max(64),
      z.strictObject({
        url: z.url({ protocol: /^https?$/u }),
        tokenEnv: text.optional(),
        tools: z.array(text).max(200).optional(),
      }),
    )
    .default({}),
  nameServers: z.array(nameServer).max(8).default([]),
  codeNodes: z.boolean().default(false),
  workflowRunBytes: z.int().min(100_000).max(1_000_000_000).default(MOST_RUN_BYTES),
  tools: z
    .strictObject({
      allow: z.array(text).default([]),
      atOnce: z.int().min(1).max(1000).optional(),
    })
    .optional(),
  keepDays: z.int().min(0).max(36_500).default(90),
  keepAnswers: z.boolean().default(true),
  stopSeconds: z.int().min(0).max(3600).default(30),
  log: z.enum(["problems", "requests"]).default("requests"),
  logFile: text.optional(),
});

/** What a file may say; the reference page is tested against it. */
export const platformSettingsSchema: z.ZodType = schema;

/** Variables of the environment that the server reads, and what each means. */
export const PLATFORM_VARIABLES: { readonly [name: string]: string } = {
  DATABASE_URL: "Address of a PostgreSQL database, in place of `database`.",
  SKILLWRIGHT_DATA: "Data folder, where `--data` is absent; `:memory:` keeps nothing.",
  SKILLWRIGHT_LOG: "Log file, when `--log` is not given; `-` is standard error.",
  SKILLWRIGHT_BUCKET: "Name of a bucket, in place of `bucket.name`.",
  SKILLWRIGHT_BUCKET_ENDPOINT: "Address of the store of the bucket, where it is not AWS.",
  AWS_REGION: "Region of the bucket.",
  SKILLWRIGHT_PUBLIC_URL: "How clients reach the server through a proxy, in place of `publicUrl`.",
  SKILLWRIGHT_ALLOWED_HOSTS:
    "More names by which clients may ask, with commas between, in place of `allowedHosts`.",
  SKILLWRIGHT_TRUSTED_PROXIES:
    "Addresses and networks of proxies, with commas between, in place of `trustedProxies`.",
  SKILLWRIGHT_REGISTRATION: "`open` or `closed`, in place of `registration`.",
  SKILLWRIGHT_REGISTRY_ACCESS: "`public` or `private`, in place of `registry.access`.",
  SKILLWRIGHT_ADMIN_EMAIL: "Address of the account that the first start makes.",
  SKILLWRIGHT_ADMIN_PASSWORD:
    "Its password, of 10 characters or more; without it one is made and shown once.",
  SKILLWRIGHT_SECRET_KEY:
    "Key that encrypts secrets in the database, 32 bytes as base64 or hexadecimal digits; without it `secret.key` in the data folder.",
  SKILLWRIGHT_SECRET_KEY_PREVIOUS:
    "Further keys that decrypt, with commas between, while the key is changed.",
  SKILLWRIGHT_METRICS_TOKEN:
    "Bearer token that `/metrics` demands; without it everyone may read it.",
  SKILLWRIGHT_MODEL: "Default model as `provider:model`, where `models.default` is absent.",
  SKILLWRIGHT_HOST_TOKEN: "Token of hosts that connect; without it one is made for each run.",
  OPENAI_API_KEY: "Adds the provider `openai`.",
  OPENAI_BASE_URL: "Another address of the API of `openai`.",
  ANTHROPIC_API_KEY: "Adds the provider `anthropic`.",
  ANTHROPIC_BASE_URL: "Another address of the API of `anthropic`.",
  OLLAMA_HOST: "Adds the provider `ollama` at this address.",
};

export interface SettingsSource {
  /** What a file says, as JSON. */
  readonly value?: unknown;
  readonly file?: string;
  readonly environment: { readonly [name: string]: string | undefined };
}

/** The settings of a file, with what the environment adds: the environment wins, as it is closer to the start. */
export function readPlatformSettings({
  value = {},
  file,
  environment,
}: SettingsSource): PlatformSettings {
  const result = schema.safeParse(withEdge(value, environment));
  if (!result.success) {
    const [issue] = result.error.issues;
    const [setting, reason] = [issue?.path.join(".") ?? "", issue?.message ?? "it is not valid"];
    throw serveError(
      "platform/bad-settings",
      { problem: "invalid", setting, reason },
      file === undefined ? {} : { file },
    );
  }
  const { $schema: _schema, mail, signOn, ...given } = result.data;
  const database = nonEmpty(environment["DATABASE_URL"]) ?? given.database;
  const bucket = readBucket(environment) ?? given.bucket;
  const registration = nonEmpty(environment["SKILLWRIGHT_REGISTRATION"]);
  const access = nonEmpty(environment["SKILLWRIGHT_REGISTRY_ACCESS"]);
  const registry = {
    ...given.registry,
    // A misspelt word must not open what was meant to be closed.
    ...(access === undefined
      ? {}
      : ({ access: access === "public" ? "public" : "private" } as const)),
  };
  // Whoever can make an account can read, so that a private registry allows it only if the settings say so.
  const isOpen = given.registration ?? registry.access === "public";
  return {
    ...given,
    ...(database === undefined ? {} : { database }),
    ...(bucket === undefined ? {} : { bucket }),
    models: withEnvironment(given.models, environment),
    limits: { ...DEFAULT_LIMITS, ...given.limits },
    registration: registration === undefined ? isOpen : registration === "open",
    registry,
    ...accountSettings({ mail, signOn, publicUrl: given.publicUrl }, environment),
    ...readMetricsToken(environment),
    admin: readAdmin(environment),
  };
}

/** Where the server stands in its network; checked with the rest of the file, whose place it takes. */
function withEdge(value: unknown, environment: SettingsSource["environment"]): unknown {
  if (!isObject(value)) return value;
  const list = (name: string): readonly string[] | undefined =>
    nonEmpty(environment[name])
      ?.split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
  const publicUrl = nonEmpty(environment["SKILLWRIGHT_PUBLIC_URL"]);
  const allowedHosts = list("SKILLWRIGHT_ALLOWED_HOSTS");
  const trustedProxies = list("SKILLWRIGHT_TRUSTED_PROXIES");
  return {
    ...value,
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(allowedHosts === undefined ? {} : { allowedHosts }),
    ...(trustedProxies === undefined ? {} : { trustedProxies }),
  };
}

function readBucket(environment: SettingsSource["environment"]): BucketSettings | undefined {
  const name = nonEmpty(environment["SKILLWRIGHT_BUCKET"]);
  if (name === undefined) return undefined;
  const endpoint = nonEmpty(environment["SKILLWRIGHT_BUCKET_ENDPOINT"]);
  const region = nonEmpty(environment["AWS_REGION"]);
  return {
    name,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
  };
}

function readMetricsToken(
  environment: SettingsSource["environment"],
): Pick<PlatformSettings, "metricsToken"> {
  const metricsToken = nonEmpty(environment["SKILLWRIGHT_METRICS_TOKEN"]);
  return metricsToken === undefined ? {} : { metricsToken };
}

function readAdmin(environment: SettingsSource["environment"]): PlatformSettings["admin"] {
  const password = nonEmpty(environment["SKILLWRIGHT_ADMIN_PASSWORD"]);
  return {
    email: nonEmpty(environment["SKILLWRIGHT_ADMIN_EMAIL"]) ?? FIRST_EMAIL,
    ...(password === undefined ? {} : { password }),
  };
}

/** Values that must not be told anywhere. */
export function readSecrets(
  { database, models, metricsToken, admin, mail, signOn }: PlatformSettings,
  environment: SettingsSource["environment"],
): readonly string[] {
  const keys = Object.values(models.providers).map(({ apiKeyEnv = "" }) => environment[apiKeyEnv]);
  return [
    ...keys,
    readPassword(database),
    metricsToken,
    mail?.password,
    readPassword(mail?.server),
    ...signOn.map(({ clientSecret }) => clientSecret),
    admin.password,
    environment["SKILLWRIGHT_HOST_TOKEN"],
    environment["SKILLWRIGHT_SECRET_KEY"],
    ...(environment["SKILLWRIGHT_SECRET_KEY_PREVIOUS"] ?? "").split(/[\s,]+/u),
    environment["AWS_SECRET_ACCESS_KEY"],
    environment["AWS_SESSION_TOKEN"],
  ].filter((secret): secret is string => secret !== undefined && secret !== "");
}

function readPassword(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address)
    ? decodeURIComponent(new URL(address).password)
    : undefined;
}

function nonEmpty(value: string | undefined): string | undefined {
  return value === "" ? undefined : value;
}

/**
 * Whether a server is for its own machine alone. Behind a proxy it listens there as well, and all can reach it:
 * whoever says how others reach the server says that they do.
 */
export function isForThisMachine(
  { publicUrl, allowedHosts, trustedProxies }: PlatformSettings,
  host = "127.0.0.1",
): boolean {
  const names = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  return trustedProxies.length === 0 && [host, ...names, ...allowedHosts].every(isLoopback);
}
