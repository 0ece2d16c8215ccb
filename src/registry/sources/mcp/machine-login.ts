/** Logins without a person: programs that have a secret, a key, or an identity that somebody else vouches for. */
import {
  ClientCredentialsProvider,
  type CrossAppAccessContext,
  CrossAppAccessProvider,
  discoverAndRequestJwtAuthGrant,
  type OAuthClientProvider,
  PrivateKeyJwtProvider,
  requestJwtAuthorizationGrant,
  type StoredOAuthTokens,
} from "@modelcontextprotocol/client";

/** A client that was registered by hand, with the names of RFC 7591. */
export interface RegisteredClient {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly token_endpoint_auth_method?: string;
  /** With `client_credentials` or the grant of RFC 7523 nobody is asked. */
  readonly grant_types?: readonly string[];
  /** PEM, to sign with in place of a secret. */
  readonly private_key?: string;
  readonly private_key_alg?: string;
  /** What the platform of a workload says of it, as a signed token. */
  readonly assertion?: string;
  /** The company whose word on its user counts with the issuer of the server. */
  readonly identity_provider?: IdentityProvider;
  /** The only issuer that it is shown to. */
  readonly issuer?: string;
}

/** Where a company has its users, and what it says of the one who works here. */
export interface IdentityProvider {
  readonly issuer: string;
  /** Where tokens are exchanged; default: as the metadata of the issuer says. */
  readonly token_endpoint?: string;
  readonly client_id: string;
  readonly client_secret?: string;
  readonly id_token: string;
}

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/** Undefined where a person has to agree. */
export function machineProvider(
  client: RegisteredClient | undefined,
): OAuthClientProvider | undefined {
  if (client === undefined) return undefined;
  const {
    client_id: clientId,
    client_secret: clientSecret = "",
    grant_types: grants = [],
  } = client;
  const expected = client.issuer === undefined ? {} : { expectedIssuer: client.issuer };
  const { identity_provider: provider, assertion, private_key: privateKey } = client;
  if (provider !== undefined)
    return new CrossAppAccessProvider({
      clientId,
      clientSecret,
      assertion: (context) => exchange(provider, context),
      ...expected,
    });
  if (assertion !== undefined) return workload(client, assertion);
  if (!grants.includes("client_credentials")) return undefined;
  if (privateKey !== undefined)
    return new PrivateKeyJwtProvider({
      clientId,
      privateKey,
      algorithm: client.private_key_alg ?? "ES256",
      ...expected,
    });
  return new ClientCredentialsProvider({ clientId, clientSecret, ...expected });
}

/** What the company says of its user, made into a word for the issuer of the server (RFC 8693). */
async function exchange(
  provider: IdentityProvider,
  { authorizationServerUrl, resourceUrl, scope, fetchFn }: CrossAppAccessContext,
): Promise<string> {
  const { issuer, token_endpoint: endpoint, client_secret: clientSecret } = provider;
  const asked = {
    audience: authorizationServerUrl,
    resource: resourceUrl,
    idToken: provider.id_token,
    clientId: provider.client_id,
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...(scope === undefined ? {} : { scope }),
    fetchFn,
  };
  const { jwtAuthGrant } = await (endpoint === undefined
    ? discoverAndRequestJwtAuthGrant({ ...asked, idpUrl: issuer })
    : requestJwtAuthorizationGrant({ ...asked, tokenEndpoint: endpoint }));
  return jwtAuthGrant;
}

/** The token of the platform is the grant itself (RFC 7523); it is sent once, and to the issuer alone. */
function workload(client: RegisteredClient, assertion: string): OAuthClientProvider {
  const { client_id: id, client_secret: secret, issuer } = client;
  let kept: StoredOAuthTokens | undefined;
  const method = secret === undefined ? "none" : "client_secret_basic";
  return {
    redirectUrl: undefined,
    clientMetadata: {
      redirect_uris: [],
      grant_types: [JWT_BEARER],
      token_endpoint_auth_method: client.token_endpoint_auth_method ?? method,
    },
    clientInformation: () => ({
      client_id: id,
      ...(secret === undefined ? {} : { client_secret: secret }),
      ...(issuer === undefined ? {} : { issuer }),
    }),
    tokens: () => kept,
    saveTokens: (tokens) => {
      kept = tokens;
    },
    redirectToAuthorization: () => {
      throw new Error("the issuer wants a person to agree, and a workload has none");
    },
    saveCodeVerifier: () => {},
    codeVerifier: () => "",
    prepareTokenRequest: (scope) =>
      new URLSearchParams({
        grant_type: JWT_BEARER,
        assertion,
        ...(scope === undefined ? {} : { scope }),
      }),
  };
}
