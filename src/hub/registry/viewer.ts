import {
  type BuildOrigin,
  loginNeeded,
  marketCodes,
  marketRefusal,
  type MarketScope,
  requireScope,
  requireUser,
  type Viewer,
} from "../../registry/contract/index.ts";
import type { Caller } from "../accounts/index.ts";
import type { MarketPorts } from "./ports.ts";

/** Somebody who has logged in. */
export interface Member extends Viewer {
  readonly userId: string;
}

export function viewerOfCaller(caller: Caller): Viewer {
  const { user, isAdmin, scopes, origin, tokenId: id, expiresAt } = caller;
  return {
    userId: user.id,
    // The token of an administrator that may not moderate is that of a user.
    isModerator: isAdmin && (scopes?.includes("registry:moderate") ?? true),
    ...(scopes === undefined ? {} : { scopes }),
    ...(scopes === undefined || id === undefined
      ? {}
      : { token: { id, ...(expiresAt === undefined ? {} : { expiresAt }) } }),
    ...(origin === undefined ? {} : { origin: JSON.parse(origin) as BuildOrigin }),
  };
}

/** Refuses builds: whoever starts one is not the person who trusted it. */
export function refuseBuild({ origin }: Viewer): void {
  if (origin !== undefined)
    throw marketRefusal(marketCodes.forbidden, "A build may publish, and nothing else.");
}

/** Refuses those who may not even look. */
export function checkMayRead({ settings }: Pick<MarketPorts, "settings">, viewer: Viewer): void {
  if (viewer.userId === undefined) {
    if (settings.isPrivate) throw loginNeeded();
  } else requireScope(viewer, "registry:read");
}

/** Refuses those who have not logged in, or whose token allows less. */
export function requireMember(viewer: Viewer, scope: MarketScope = "registry:write"): Member {
  return { ...viewer, userId: requireUser(viewer, scope) };
}

export function requireModerator(viewer: Viewer): Member {
  const member = requireMember(viewer, "registry:moderate");
  if (!member.isModerator)
    throw marketRefusal(marketCodes.forbidden, "Only a moderator may do this.");
  return member;
}
