import { marketCodes, marketRefusal } from "./diagnostics.ts";

/** A limit on what somebody asks for within so many seconds. */
export interface LimitLeft {
  readonly limit: number;
  readonly seconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** Where something is built, as an issuer of OpenID Connect attests it. */
export interface BuildClaims {
  readonly issuer: string;
  readonly repository: string;
  /** The file that says what is done, in the repository. */
  readonly workflow: string;
  readonly ref?: string;
  readonly commit?: string;
  readonly run?: string;
  readonly environment?: string;
}

/** A build that speaks for a publisher. */
export interface BuildOrigin extends BuildClaims {
  readonly publisher: string;
  /** Only for this skill. */
  readonly skill?: string;
}

/** Who asks. */
export interface Viewer {
  /** Absent: nobody has logged in. */
  readonly userId?: string;
  /** Administrators of the server. */
  readonly isModerator: boolean;
  /** A build with a token of its own, which publishes and does nothing else. */
  readonly origin?: BuildOrigin;
  /** What a token allows; undefined: everything that its user may. */
  readonly scopes?: readonly string[];
  /** The token with such bounds: what it makes ends with it. */
  readonly token?: { readonly id: string; readonly expiresAt?: string };
  /** What tells one anonymous client from another, such as its address; only a digest of it is kept. */
  readonly client?: string;
  /** Called with the number of bytes before they are read for an answer; throws where there is no room for them. */
  readonly reserve?: (bytes: number) => void;
  /** Hears how much of a limit is left, each time that something is counted for the viewer. */
  readonly onLimit?: (state: LimitLeft) => void;
  /** Throws where the token or the account no longer counts: what is asked for may have taken its time. */
  readonly confirm?: () => Promise<void>;
}

export type MarketScope =
  | "registry:read"
  | "registry:write"
  | "registry:moderate"
  | "registry:keys";

/** Refuses those who have not logged in, or whose token allows less; gives the user. */
export function requireUser(viewer: Viewer, scope: MarketScope): string {
  if (viewer.userId === undefined) throw loginNeeded();
  requireScope(viewer, scope);
  return viewer.userId;
}

export function requireScope({ scopes }: Viewer, scope: MarketScope): void {
  // Whoever may change something may look at it.
  const isAllowed =
    scopes === undefined ||
    scopes.includes(scope) ||
    (scope === "registry:read" && scopes.some((one) => one.startsWith("registry:")));
  if (!isAllowed) throw marketRefusal(marketCodes.forbidden, `The token lacks the scope ${scope}.`);
}

export function loginNeeded(): Error {
  return marketRefusal(marketCodes.loginNeeded, "Log in first.", {
    hint: "Send a token of this registry.",
  });
}
