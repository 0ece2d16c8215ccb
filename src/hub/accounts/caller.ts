import { API_TOKEN_PREFIX, callerOfApiToken } from "./api-tokens.ts";
import type { AccountPorts, Caller } from "./ports.ts";
import { callerOfAccess } from "./sessions.ts";

/** Who is behind a bearer token, of whichever kind. */
export async function callerOf(ports: AccountPorts, token: string): Promise<Caller> {
  return token.startsWith(API_TOKEN_PREFIX)
    ? await callerOfApiToken(ports, token)
    : await callerOfAccess(ports, token);
}
