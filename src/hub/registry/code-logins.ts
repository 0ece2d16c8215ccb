import { computeSha256 } from "../../platform/index.ts";
import { newId, newSecret } from "../../platform/machine/index.ts";
import type { CodeLogins, CodeRequest, ProgramTokens } from "../../registry/contract/index.ts";
import { makeProgramTokens, timestampAt, spendRefreshToken } from "../accounts/index.ts";
import { requirePerson, SCOPES, settle } from "./devices.ts";
import type { MarketPorts } from "./ports.ts";

/** A browser brings the code on at once. */
const SECONDS = 60;

/** Codes stand among the logins of devices: both are permissions of a person that a program spends once. */
export function codeLogins(ports: MarketPorts): CodeLogins {
  const {
    database: { query },
    clock,
  } = ports;
  return {
    grant: async (viewer, request) => {
      const userId = requirePerson(viewer);
      const code = newSecret();
      const scopes = request.scopes.filter((scope) => SCOPES.has(scope));
      const id = newId();
      await query
        .insertInto("device_logins")
        .values({
          id,
          device_hash: hashOf(code, request),
          // Nobody types it.
          user_code: newId(),
          scopes: (scopes.length === 0 ? ["registry:read"] : scopes).join(" "),
          label: request.label,
          address: "",
          state: "pending",
          user_id: userId,
          polled_at: null,
          created_at: timestampAt(clock),
          expires_at: timestampAt(clock, SECONDS * 1000),
        })
        .execute();
      await settle(query, viewer, id, "approved");
      return code;
    },
    redeem: async ({ code, ...given }) =>
      await query.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable("device_logins")
          .set({ state: "used" })
          .where("device_hash", "=", hashOf(code, given))
          .where("state", "=", "approved")
          .where("expires_at", ">", timestampAt(clock))
          .returning(["user_id", "label", "scopes"])
          .executeTakeFirst();
        if (row === undefined || row.user_id === null) return undefined;
        const wanted = {
          name: row.label,
          scopes: row.scopes.split(" "),
          clientHash: computeSha256(given.clientId),
        };
        return await makeProgramTokens(transaction, clock, { id: row.user_id }, wanted);
      }),
    renew: async ({ refreshToken, clientId }): Promise<ProgramTokens | undefined> =>
      await spendRefreshToken(ports.accounts, refreshToken, computeSha256(clientId)),
  };
}

/** A code is good for the program and the address that it was made for, and for who knows the verifier. */
function hashOf(
  code: string,
  { clientId, redirectUri, challenge }: Pick<CodeRequest, "clientId" | "redirectUri" | "challenge">,
): string {
  return computeSha256(`code ${JSON.stringify([code, clientId, redirectUri, challenge])}`);
}
