import { marketCodes, marketRefusal, type Viewer } from "../../registry/contract/index.ts";
import type { Caller } from "../accounts/index.ts";
import type { MarketPorts } from "./ports.ts";

type MarketScope = "registry:read" | "registry:write" | "registry:moderate" | "registry:keys";

/** Somebody who has logged in. */
export interface Member extends Viewer {
  readonly userId: string;
}

export function viewerOfCaller({ user, scopes }: Caller): Viewer {
  return {
    userId: user.id,
    // The token of an administrator that may not moderate is that of a user.
    isModerator: user.role === "admin" && (scopes?.includes("registry:moderate") ?? true),
    ...(scopes === undefined ? {} : { scopes }),
  };
}

/** Refuses those who may not even look. */
export function checkMayRead({ settings }: Pick<MarketPorts, "settings">, viewer: Viewer): void {
  if (viewer.userId === undefined) {
    if (settings.isPrivate) throw loginNeeded();
  } else checkScope(viewer, "registry:read");
}

/** Refuses those who have not logged in, or whose token allows less. */
export function requireMember(viewer: Viewer, scope: MarketScope = "registry:write"): Member {
  const { userId } = viewer;
  if (userId === undefined) throw loginNeeded();
  checkScope(viewer, scope);
  return { ...viewer, userId };
}

export function requireModerator(viewer: Viewer): Member {
  const member = requireMember(viewer, "registry:moderate");
  if (!member.isModerator)
    throw marketRefusal(marketCodes.forbidden, "Only a moderator may do this.");
  return member;
}

function checkScope({ scopes }: Viewer, scope: MarketScope): void {
  // Whoever may change something may look at it.
  const isAllowed =
    scopes === undefined ||
    scopes.includes(scope) ||
    (scope === "registry:read" && scopes.some((one) => one.startsWith("registry:")));
  if (!isAllowed) throw marketRefusal(marketCodes.forbidden, `The token lacks the scope ${scope}.`);
}

function loginNeeded(): Error {
  return marketRefusal(marketCodes.loginNeeded, "Unexpected stranger, expected a login.", {
    hint: "Send a token of this registry.",
  });
}
