import type { Context } from "hono";
import type { Viewer } from "../../registry/contract/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import {
  accountCodes,
  type AccountPorts,
  identifyCaller,
  confirmCaller,
} from "../../hub/accounts/index.ts";
import { assignToUser, readAnswerCharge, readClientKey } from "../http/client-env.ts";
import { confirmAfterBody } from "../http/confirmed-body.ts";
import { viewerOfCaller } from "../../hub/registry/index.ts";

export interface ViewedRequest {
  readonly viewer: Viewer;
  /** The request to read: its body ends with a refusal where its token was revoked since. */
  readonly request: Request;
}

/** Who sends a request; `opened` is a token that stands in the address in place of a header. */
export async function findViewer(
  accounts: AccountPorts,
  context: Context,
  opened: string | undefined,
): Promise<ViewedRequest> {
  const client = readClientKey(context) ?? "";
  const token = opened ?? tokenIn(context.req.header("authorization"));
  const reserve = readAnswerCharge(context)?.reserve;
  const asked = { client, ...(reserve === undefined ? {} : { reserve }) };
  const { raw } = context.req;
  if (token === undefined) return { viewer: { isModerator: false, ...asked }, request: raw };
  const caller = await identifyCaller(accounts, token);
  const confirm = (): Promise<void> => confirmCaller(accounts, token, caller);
  await assignToUser(context, caller.user.id, confirm);
  const { scopes } = caller;
  // Addresses end up in files that are shared and in logs.
  if (opened !== undefined && !(scopes?.length === 1 && scopes[0] === READING))
    throw new SkillError({
      code: accountCodes.forbidden,
      severity: "error",
      message: `A token in an address may have the scope \`${READING}\` only.`,
    });
  return {
    viewer: { ...viewerOfCaller(caller), ...asked, confirm },
    request: confirmAfterBody(raw, confirm),
  };
}

const READING = "registry:read";

/** As `Bearer`, or in either place of `Basic`, which git and npm send. */
function tokenIn(authorization: string | undefined): string | undefined {
  const { kind = "", value = "" } =
    /^(?<kind>Bearer|Basic) +(?<value>\S+) *$/iu.exec(authorization ?? "")?.groups ?? {};
  if (kind.toLowerCase() !== "basic") return value === "" ? undefined : value;
  const text = Buffer.from(value, "base64").toString();
  const colon = text.indexOf(":");
  const [user, password] = [text.slice(0, colon), text.slice(colon + 1)];
  return [password, user].find((part) => part !== "" && part !== "x-oauth-basic");
}
