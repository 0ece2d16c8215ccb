/** ClawHub's protocol, so that its clients publish to and install from this registry. */
import { z } from "zod";
import { marketCodes } from "../../contract/index.ts";
import {
  type Face,
  type FaceRow,
  jsonAnswer,
  LOGIN_BODY,
  textAnswer,
  type Visit,
} from "../face.ts";
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

export function clawHubFace(options: ClawHubOptions): Face {
  return {
    id: "clawhub",
    rows: [
      ...WELL_KNOWN.map((name): FaceRow => ({
        method: "GET",
        path: `/.well-known/${name}.json`,
        doc: "Tells clients of ClawHub where this registry is.",
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
function deviceRows({ deviceScopes, devicePage }: ClawHubOptions): readonly FaceRow[] {
  return [
    {
      method: "POST",
      path: "/api/cli/device/code",
      doc: "Begins to log in a program without a browser.",
      access: "everyone",
      limit: "device",
      body: LOGIN_BODY,
      handle: async (visit) => {
        const { market, base, viewer } = visit;
        const { label } = await readJson(visit, codeSchema);
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

async function pollToken(visit: Visit): Promise<Response> {
  const { device_code: deviceCode } = await readJson(visit, tokenSchema);
  const answer = await visit.market.devices.poll(deviceCode);
  if (answer.kind !== "approved")
    return jsonAnswer({ error: ERRORS[answer.kind] }, { status: 400 });
  return jsonAnswer({
    access_token: answer.token,
    token_type: "bearer",
    scope: answer.scopes.join(" "),
  });
}
