import { API_TOKEN_PREFIX, callerOfApiToken } from "./api-tokens.ts";
import type { AccountPorts, Caller } from "./ports.ts";
import { badToken, callerOfAccess } from "./sessions.ts";

/** Who is behind a bearer token, of whichever kind. */
export async function callerOf(ports: AccountPorts, token: string): Promise<Caller> {
  return token.startsWith(API_TOKEN_PREFIX)
    ? await callerOfApiToken(ports, token)
    : await callerOfAccess(ports, token);
}

/** Refuses a caller whose token was revoked since, or who may do something else by now. */
export async function confirmCaller(
  ports: AccountPorts,
  token: string,
  { user, isAdmin, scopes }: Caller,
): Promise<void> {
  const now = await callerOf(ports, token);
  const isSame =
    now.user.id === user.id &&
    now.isAdmin === isAdmin &&
    now.scopes?.join(" ") === scopes?.join(" ");
  if (!isSame) throw badToken();
}
