/** Tokens for the registry over MCP that another authorization server makes, for users of this one. */
import type { Context } from "hono";
import { failure } from "../../platform/index.ts";
import {
  accountCodes,
  type AccountPorts,
  findUserByEmail,
  type User,
} from "../../hub/accounts/index.ts";
import { createVerifier, openKeys } from "../auth/index.ts";
import { parseBearer } from "../http/bearer.ts";
import { assignToUser, readClientKey } from "../http/client-env.ts";
import { confirmAfterBody } from "../http/confirmed-body.ts";
import type { ViewedRequest } from "./request-viewer.ts";

export interface IssuerSettings {
  /** As its tokens and its metadata name it. */
  readonly issuer: string;
  /** Its keys: an address, or a file. */
  readonly keys: string;
}

export interface ExternalIssuer {
  readonly issuer: string;
  /** Who sent a request with a token of the issuer for one of these; undefined for one with any other token, or none. */
  readonly viewerOf: (
    context: Context,
    resources: readonly URL[],
  ) => Promise<ViewedRequest | undefined>;
}

/** A user of the registry is the one whose address the issuer has confirmed; it makes no accounts. */
export function openExternalIssuer(
  { issuer, keys: place }: IssuerSettings,
  accounts: AccountPorts,
): ExternalIssuer {
  const keys = openKeys(place);
  const userOf = async (email: unknown): Promise<User> => {
    const user = typeof email === "string" ? await findUserByEmail(accounts, email) : undefined;
    if (user?.isActive === true) return user;
    throw failure(accountCodes.disabled, "No user of this registry has that email address");
  };
  return {
    issuer,
    viewerOf: async (context, resources) => {
      const { raw } = context.req;
      const token = parseBearer(raw.headers.get("authorization") ?? "");
      if (token === undefined) return undefined;
      const said = readClaims(token);
      if (said?.iss !== issuer) return undefined;
      const audience = new Set([said.aud].flat());
      const resource = resources.find(({ href }) => audience.has(href)) ?? resources[0];
      if (resource === undefined) return undefined;
      const verifier = createVerifier({ keys, issuer, resource });
      const { scopes, extra } = await verifier.verifyAccessToken(token).catch(() => {
        throw failure(accountCodes.badToken, "The token does not hold");
      });
      const email = extra?.["email"];
      const { id: userId } = await userOf(email);
      const confirm = async (): Promise<void> => {
        await verifier.verifyAccessToken(token).catch(() => {
          throw failure(accountCodes.badToken, "The token does not hold");
        });
        await userOf(email);
      };
      await assignToUser(context, userId, confirm);
      const client = readClientKey(context) ?? "";
      return {
        viewer: { userId, isModerator: false, scopes, client, confirm },
        request: confirmAfterBody(raw, confirm),
      };
    },
  };
}

interface Claims {
  readonly iss?: unknown;
  readonly aud?: unknown;
}

/** What a token says of its issuer and of whom it is for, before anybody has looked whether that is true. */
function readClaims(token: string): Claims | undefined {
  try {
    const [, payload = ""] = token.split(".");
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    return (claims as Claims | null) ?? undefined;
  } catch {
    return undefined;
  }
}
