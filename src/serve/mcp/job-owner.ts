import type { AuthInfo } from "@modelcontextprotocol/server";

const NOBODY: AuthInfo = { token: "", clientId: "", scopes: [] };
const JOB_OWNER = "skillwright/job-owner";

/** The SDK passes little else of a request on to those who answer it than what is known of the token. */
export function withJobOwner(authInfo: AuthInfo | undefined, owner: string): AuthInfo {
  return { ...(authInfo ?? NOBODY), extra: { ...authInfo?.extra, [JOB_OWNER]: owner } };
}

/** Whom the jobs of a request count for. */
export function jobOwnerOf(authInfo: AuthInfo | undefined): string | undefined {
  const owner = authInfo?.extra?.[JOB_OWNER];
  return typeof owner === "string" ? owner : undefined;
}
