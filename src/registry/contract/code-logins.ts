import type { Viewer } from "./viewer.ts";

/** A program that a person lets in with a browser. */
export interface CodeRequest {
  readonly clientId: string;
  /** How the program calls itself; nobody has checked it. */
  readonly label: string;
  /** Where the browser brings the code. */
  readonly redirectUri: string;
  /** The digest of what only the program knows, as RFC 7636 has it with `S256`. */
  readonly challenge: string;
  readonly scopes: readonly string[];
}

export interface ProgramTokens {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  readonly refreshToken: string;
  readonly scopes: readonly string[];
}

/** How programs with a browser log in: the code grant of OAuth 2.1. */
export interface CodeLogins {
  /** Lets the program in, for the person who agreed; gives the code for it. */
  grant(viewer: Viewer, request: CodeRequest): Promise<string>;
  /** Tokens for a code, once; undefined where it is not good, or not for this program. */
  redeem(
    given: Pick<CodeRequest, "clientId" | "redirectUri" | "challenge"> & { readonly code: string },
  ): Promise<ProgramTokens | undefined>;
  /** Others in place of those before, which end; undefined where they are not good, or not for this program. */
  renew(given: {
    readonly refreshToken: string;
    readonly clientId: string;
  }): Promise<ProgramTokens | undefined>;
}
