import {
  auth,
  computeScopeUnion,
  type DpopSession,
  extractWWWAuthenticateParams,
  type FetchLike,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  withDpopFromProvider,
} from "@modelcontextprotocol/client";
import { newSecret } from "../../../platform/machine/index.ts";
import {
  createGuardedFetch,
  type GuardOptions,
  isReachable,
  resolveConfigured,
} from "../../../platform/network/index.ts";
import { isLoopbackUrl } from "./address.ts";
import { boundedFetch, type Fetch } from "./bounded-fetch.ts";
import { type Callback, CALLBACK_PATH, openCallback } from "./callback.ts";
import { type StoredKey, openKey } from "./login-key.ts";
import { type RegisteredClient, machineProvider } from "./machine-login.ts";

/** What is kept of a login between two runs. */
export interface StoredLogin {
  /** Clients that were registered, by their issuers. */
  readonly clients?: { readonly [issuer: string]: StoredOAuthClientInformation };
  /** The port of the addresses with which they were registered. */
  readonly port?: number;
  readonly tokens?: StoredOAuthTokens;
  /** What was asked for, since an issuer may grant it without saying so. */
  readonly scope?: string;
  /** To which tokens are bound, where the issuer does that (RFC 9449). */
  readonly key?: StoredKey;
}

/** How to log in to one server. */
export interface LoginOptions {
  readonly read: () => StoredLogin;
  readonly keep: (login: StoredLogin) => void;
  readonly client?: RegisteredClient;
  /** Brings the user to the page where the login is agreed to. Where absent, nobody is asked. */
  readonly ask?: (page: URL) => Promise<void>;
}

/** What a server answered with in place of what it was asked for. */
interface Demand {
  readonly status: number;
  readonly scope?: string;
  readonly metadata?: URL;
}

const ANSWER_BYTES = 1024 * 1024;

/** The tokens for one server: sent with every request, renewed and asked for when the server wants others. */
export class McpLogin {
  readonly #server: URL;
  readonly #options: LoginOptions;
  readonly #provider: OAuthClientProvider;
  readonly #person: PersonProvider | undefined;
  #demand: Demand | undefined;

  constructor(server: URL, options: LoginOptions) {
    this.#server = server;
    this.#options = options;
    const machine = machineProvider(options.client);
    this.#person = machine === undefined ? new PersonProvider(options) : undefined;
    this.#provider = machine ?? (this.#person as OAuthClientProvider);
  }

  /** Sends the token with every request to the server, and remembers when it wants another. */
  fetchWith(plain: FetchLike): FetchLike {
    const send = withDpopFromProvider(this.#provider)(plain);
    return async (url, init) => {
      const tokens = await this.#provider.tokens();
      const headers = new Headers(init?.headers);
      if (tokens !== undefined) headers.set("authorization", `Bearer ${tokens.access_token}`);
      const response = await send(url, { ...init, headers });
      this.#demand = parseChallenge(response) ?? this.#demand;
      return response;
    };
  }

  /** Gets the token that the server wants; false where it wants none, or nobody can be asked for it. */
  async satisfy(): Promise<boolean> {
    const demand = this.#demand;
    this.#demand = undefined;
    if (demand === undefined) return false;
    const { ask, read } = this.#options;
    const kept = read();
    const canRenew = demand.status === 401 && kept.tokens?.refresh_token !== undefined;
    if (this.#person !== undefined && ask === undefined && !canRenew) return false;
    const isWider = demand.status === 403;
    const scope = isWider
      ? computeScopeUnion(kept.tokens?.scope ?? kept.scope, demand.scope)
      : demand.scope;
    const request = {
      serverUrl: this.#server,
      fetchFn: createLoginFetch(this.#server),
      ...(scope === undefined ? {} : { scope }),
      ...(demand.metadata === undefined ? {} : { resourceMetadataUrl: demand.metadata }),
    };
    await this.#person?.begin(scope);
    try {
      const result = await auth(this.#provider, { ...request, forceReauthorization: isWider });
      if (result === "AUTHORIZED" || this.#person === undefined) return true;
      await auth(this.#provider, { ...request, ...(await this.#person.codeOf()) });
      return true;
    } catch (error) {
      if (error instanceof NoInteractiveUser) return false;
      throw error;
    } finally {
      await this.#person?.end();
    }
  }
}

const OPEN: GuardOptions = { allowPrivate: [], resolve: resolveConfigured };

/** A server names who issues its tokens; one elsewhere has no business with this machine, and secrets travel encrypted. */
export function createLoginFetch(server: URL, send: Fetch = fetch): FetchLike {
  const isOwn = isLoopbackUrl(server);
  const ask = boundedFetch(() => undefined, ANSWER_BYTES, send);
  const askGuarded = boundedFetch(() => undefined, ANSWER_BYTES, createGuardedFetch(OPEN));
  return async (url, init) => {
    const address = new URL(url);
    const isSame = address.origin === server.origin;
    requireSafe(address, isOwn || isSame);
    // A server inside of a network names issuers inside of it; one of the open network must not reach in through us.
    const mayReachIn = isSame || isOwn || !(await isPublic(server));
    return await (mayReachIn ? ask : askGuarded)(address, init);
  };
}

async function isPublic(server: URL): Promise<boolean> {
  return await isReachable(server, OPEN, AbortSignal.timeout(5000));
}

class NoInteractiveUser extends Error {}

function requireSafe(address: URL, mayBeLocal: boolean): void {
  const isLocal = isLoopbackUrl(address);
  if (isLocal ? mayBeLocal : address.protocol === "https:") return;
  throw new Error(`the server sends the login to \`${address.origin}\`, which is not safe`);
}

function parseChallenge(response: Response): Demand | undefined {
  const { status } = response;
  if (status !== 401 && status !== 403) return undefined;
  const { scope, error, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
  if (status === 403 && error !== "insufficient_scope") return undefined;
  return {
    status,
    ...(scope === undefined ? {} : { scope }),
    ...(resourceMetadataUrl === undefined ? {} : { metadata: resourceMetadataUrl }),
  };
}

/** Codes of errors as RFC 6749 has them; anything else an answer says was written by whoever sent the browser. */
const ERROR_CODE = /^[a-z_]{1,40}$/;

/** A person agrees in a browser, whose answer comes to a port of this machine. */
class PersonProvider implements OAuthClientProvider {
  readonly #options: LoginOptions;
  #callback: Callback | undefined;
  #discovery: OAuthDiscoveryState | undefined;
  #verifier = "";
  #scope: string | undefined;
  #session: Promise<DpopSession> | undefined;

  constructor(options: LoginOptions) {
    this.#options = options;
  }

  /** What was found out about the server before may be another today. */
  async begin(scope: string | undefined): Promise<void> {
    this.#discovery = undefined;
    this.#scope = scope;
    if (this.#options.ask === undefined) return;
    const { port = 0 } = this.#options.read();
    this.#callback = await openCallback(port);
    // Issuers compare the address with the one that was registered.
    if (this.#callback.port !== port) this.#keep({ port: this.#callback.port, clients: {} });
  }

  async end(): Promise<void> {
    await this.#callback?.close();
    this.#callback = undefined;
  }

  async codeOf(): Promise<{ readonly authorizationCode: string; readonly iss?: string }> {
    const answer = await this.#callback?.answer();
    const code = answer?.get("code");
    const iss = answer?.get("iss");
    if (code !== undefined && code !== null)
      return { authorizationCode: code, ...(typeof iss === "string" ? { iss } : {}) };
    const said = answer?.get("error") ?? "";
    throw new Error(`the login was refused${ERROR_CODE.test(said) ? ` (${said})` : ""}`);
  }

  get redirectUrl(): string {
    return this.#callback?.url ?? `http://127.0.0.1${CALLBACK_PATH}`;
  }

  get clientMetadata(): OAuthClientProvider["clientMetadata"] {
    return {
      client_name: "Skillwright",
      redirect_uris: [this.redirectUrl],
      application_type: "native",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
  }

  clientInformation(context?: {
    readonly issuer: string;
  }): StoredOAuthClientInformation | undefined {
    const { client } = this.#options;
    if (client !== undefined) {
      const { grant_types: _grants, private_key: _key, private_key_alg: _alg, ...given } = client;
      return given;
    }
    return context === undefined ? undefined : this.#options.read().clients?.[context.issuer];
  }

  saveClientInformation(
    client: StoredOAuthClientInformation,
    context?: { readonly issuer: string },
  ): void {
    if (context === undefined || this.#options.client !== undefined) return;
    this.#keep({ clients: { ...this.#options.read().clients, [context.issuer]: client } });
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#options.read().tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.#keep({ tokens, ...(this.#scope === undefined ? {} : { scope: this.#scope }) });
  }

  /** A key for tokens that nobody else can use, where the issuer says that it makes such. */
  async dpop(): Promise<DpopSession | undefined> {
    const { key } = this.#options.read();
    const metadata: { readonly [name: string]: unknown } =
      this.#discovery?.authorizationServerMetadata ?? {};
    const offered = metadata["dpop_signing_alg_values_supported"];
    if (key === undefined && !(Array.isArray(offered) && offered.includes("ES256")))
      return undefined;
    this.#session ??= openKey(key, (made) => this.#keep({ key: made }));
    return await this.#session;
  }

  state(): string {
    const state = newSecret();
    this.#callback?.expect(state);
    return state;
  }

  async redirectToAuthorization(page: URL): Promise<void> {
    const { ask } = this.#options;
    if (ask === undefined) throw new NoInteractiveUser();
    requireSafe(page, true);
    await ask(page);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }

  invalidateCredentials(what: string): void {
    const { tokens, clients, ...rest } = this.#options.read();
    this.#options.keep({
      ...rest,
      ...(tokens === undefined || what === "all" || what === "tokens" ? {} : { tokens }),
      ...(clients === undefined || what === "all" || what === "client" ? {} : { clients }),
    });
  }

  #keep(change: StoredLogin): void {
    this.#options.keep({ ...this.#options.read(), ...change });
  }
}
