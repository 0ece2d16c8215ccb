import { API_TOKEN_PREFIX, findCallerByApiToken } from "./api-tokens.ts";
import type { AccountPorts, Caller } from "./ports.ts";
import { badToken, findCallerByAccessToken } from "./sessions.ts";

/** Who is behind a bearer token, of whichever kind. */
export async function identifyCaller(ports: AccountPorts, token: string): Promise<Caller> {
  return token.startsWith(API_TOKEN_PREFIX)
    ? await findCallerByApiToken(ports, token)
    : await findCallerByAccessToken(ports, token);
}

/** Refuses a caller whose token was revoked since, or who may do something else by now. */
export async function confirmCaller(
  ports: AccountPorts,
  token: string,
  { user, isAdmin, scopes }: Caller,
): Promise<void> {
  const now = await identifyCaller(ports, token);
  const isSame =
    now.user.id === user.id &&
    now.isAdmin === isAdmin &&
    now.scopes?.join(" ") === scopes?.join(" ");
  if (!isSame) throw badToken();
}
