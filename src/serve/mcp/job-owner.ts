import type { AuthInfo } from "@modelcontextprotocol/server";

const NOBODY: AuthInfo = { token: "", clientId: "", scopes: [] };
const JOB_OWNER = "skillwright/job-owner";
const USER = "skillwright/user";

/** The SDK passes little else of a request on to those who answer it than what is known of the token. */
export function withJobOwner(
  authInfo: AuthInfo | undefined,
  owner: string,
  user: string | undefined,
): AuthInfo {
  return {
    ...(authInfo ?? NOBODY),
    extra: { ...authInfo?.extra, [JOB_OWNER]: owner, [USER]: user },
  };
}

/** Whom the jobs of a request count for. */
export function findJobOwner(authInfo: AuthInfo | undefined): string | undefined {
  return textOf(authInfo, JOB_OWNER);
}

/** Who sent the request, where there are skills for that user alone. */
export function findUser(authInfo: AuthInfo | undefined): string | undefined {
  return textOf(authInfo, USER);
}

function textOf(authInfo: AuthInfo | undefined, key: string): string | undefined {
  const value = authInfo?.extra?.[key];
  return typeof value === "string" ? value : undefined;
}
