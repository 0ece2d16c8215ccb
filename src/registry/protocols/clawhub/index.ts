/** ClawHub's protocol, so that its clients publish to and install from this registry. */
import { z } from "zod";
import { marketCodes } from "../../contract/index.ts";
import {
  type ProtocolAdapter,
  type ProtocolRow,
  jsonAnswer,
  LOGIN_BODY,
  textAnswer,
  type RequestContext,
} from "../adapter.ts";
import { readRows } from "./read.ts";
import { readJson } from "./request.ts";
import { securityRows } from "./security.ts";
import { PREFIX } from "./shapes.ts";
import { nameRows } from "./names.ts";
import { writeRows } from "./write.ts";

const WELL_KNOWN = ["clawhub", "clawdhub"] as const;

export interface ClawHubOptions {
  /** What a token may do that a client is given after its user has agreed. */
  readonly deviceScopes: readonly string[];
  /** Where users agree, below the address of the server. */
  readonly devicePage: string;
}

export function clawHubAdapter(options: ClawHubOptions): ProtocolAdapter {
  return {
    id: "clawhub",
    rows: [
      ...WELL_KNOWN.map((name): ProtocolRow => ({
        method: "GET",
        path: `/.well-known/${name}.json`,
        doc: "Says where this registry is, for clients of ClawHub.",
        access: "everyone",
        handle: ({ base }) =>
          Promise.resolve(jsonAnswer({ apiBase: `${base}${PREFIX}`, authBase: base })),
      })),
      ...readRows,
      ...writeRows,
      ...nameRows,
      ...securityRows,
      {
        method: "POST",
        path: `${PREFIX}/api/cli/telemetry/install`,
        doc: "Takes note of an installation; downloads are counted where they happen.",
        handle: () => Promise.resolve(jsonAnswer({ ok: true })),
      },
      ...deviceRows(options),
    ],
    refuse: ({ status, code, message }) =>
      textAnswer(code === marketCodes.notFound ? "Skill not found" : message, {
        status,
        headers: status === 401 ? { "www-authenticate": "Bearer" } : {},
      }),
  };
}

const codeSchema = z.object({ label: z.string().max(200).optional() });
const tokenSchema = z.object({ device_code: z.string().max(200) });

/** Clients ask for these without the prefix of the registry. */
function deviceRows({ deviceScopes, devicePage }: ClawHubOptions): readonly ProtocolRow[] {
  return [
    {
      method: "POST",
      path: "/api/cli/device/code",
      doc: "Begins to log in a program without a browser.",
      access: "everyone",
      limit: "device",
      body: LOGIN_BODY,
      handle: async (context) => {
        const { market, base, viewer } = context;
        const { label } = await readJson(context, codeSchema);
        const begun = await market.devices.begin({
          scopes: deviceScopes,
          ...(label === undefined ? {} : { label }),
          ...(viewer.client === undefined ? {} : { address: viewer.client }),
        });
        return jsonAnswer({
          device_code: begun.deviceCode,
          user_code: begun.userCode,
          verification_uri: `${base}${devicePage}`,
          verification_uri_complete: `${base}${devicePage}?code=${encodeURIComponent(begun.userCode)}`,
          expires_in: begun.expiresInSeconds,
          interval: begun.intervalSeconds,
        });
      },
    },
    {
      method: "POST",
      path: "/api/cli/device/token",
      doc: "Gives the token as soon as the user has agreed.",
      access: "everyone",
      body: LOGIN_BODY,
      handle: pollToken,
    },
  ];
}

const ERRORS = {
  pending: "authorization_pending",
  "slow-down": "slow_down",
  denied: "access_denied",
  expired: "expired_token",
} as const;

async function pollToken(context: RequestContext): Promise<Response> {
  const { device_code: deviceCode } = await readJson(context, tokenSchema);
  const answer = await context.market.devices.poll(deviceCode);
  if (answer.kind !== "approved")
    return jsonAnswer({ error: ERRORS[answer.kind] }, { status: 400 });
  return jsonAnswer({
    access_token: answer.token,
    token_type: "bearer",
    scope: answer.scopes.join(" "),
  });
}
