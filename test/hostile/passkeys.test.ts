/** What browsers, and those who pretend to be some, say of new passkeys. */
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { describeOnDatabases } from "../contract/databases.ts";
import { createPlatform, type Platform } from "../support/platform.ts";
import { PASSWORD } from "../support/users.ts";

const publicUrl = "https://skills.example.org";

function cbor(entries: readonly (readonly [string | number, unknown])[]): Uint8Array {
  return isoCBOR.encode(new Map(entries) as Parameters<typeof isoCBOR.encode>[0]);
}

function bytesOf(text = ""): Uint8Array {
  return new Uint8Array(Buffer.from(text, "base64url"));
}

/** A key of ES256 as COSE writes it, with whatever else a stranger puts into it. */
function newKey(more: readonly (readonly [string | number, unknown])[] = []): Uint8Array {
  const { x, y } = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({
    format: "jwk",
  });
  return cbor([[1, 2], [3, -7], [-1, 1], [-2, bytesOf(x)], [-3, bytesOf(y)], ...more]);
}

interface Answer {
  readonly format: string;
  readonly statement?: readonly (readonly [string, unknown])[];
  readonly key?: Uint8Array;
  readonly transports?: unknown;
}

async function add(platform: Platform, token: string, answer: Answer) {
  return await reply(platform, token, await ask(platform, token), answer);
}

/** The challenge of a question that stays open. */
async function ask({ send }: Platform, token: string): Promise<string> {
  const asked = await send("POST", "/api/v1/auth/passkeys/question", {
    token,
    body: { password: PASSWORD },
  });
  return (asked.json as { readonly question: { readonly challenge: string } }).question.challenge;
}

async function reply(
  { send }: Platform,
  token: string,
  challenge: string,
  { format, statement = [], key = newKey(), transports }: Answer,
) {
  const id = randomBytes(16);
  const authData = Buffer.concat([
    createHash("sha256").update("skills.example.org").digest(),
    // Somebody was there, and was recognised; a key comes with it.
    Buffer.from([0x45]),
    Buffer.alloc(20),
    Buffer.from([0, id.length]),
    id,
    key,
  ]);
  const clientData = {
    type: "webauthn.create",
    origin: publicUrl,
    challenge,
  };
  const attested = cbor([
    ["fmt", format],
    ["attStmt", new Map(statement)],
    ["authData", new Uint8Array(authData)],
  ]);
  const answer = {
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
    response: {
      clientDataJSON: Buffer.from(JSON.stringify(clientData)).toString("base64url"),
      attestationObject: Buffer.from(attested).toString("base64url"),
      ...(transports === undefined ? {} : { transports }),
    },
  };
  return await send("POST", "/api/v1/auth/passkeys", { token, body: { name: "key", answer } });
}

describeOnDatabases("a login by a passkey", ({ open }) => {
  it("[BX-14] is refused whatever is in the place of a name", async () => {
    const { send } = await createPlatform({ database: await open(), more: { publicUrl } });
    for (const id of [{ toString: 1 }, [], null, "x".repeat(10_000)]) {
      const { status } = await send("POST", "/api/v1/session/passkey", {
        body: { answer: { id } },
        headers: { "x-skillwright-page": "1" },
      });
      expect([id, status]).toEqual([id, 401]);
    }
  });
});

describeOnDatabases("a new passkey", ({ open }) => {
  async function begin() {
    const database = await open();
    const platform = await createPlatform({ database, more: { publicUrl } });
    return { database, platform, token: await platform.join("eve@example.org") };
  }

  // To check one, the library asks addresses that stand in certificates, and takes whatever they answer.
  it("[BX-14] comes without the word of its maker: no statement is looked at", async () => {
    const { platform } = await begin();
    const statement = [
      ["x5c", [new Uint8Array(8), new Uint8Array(8)]],
      ["sig", new Uint8Array(8)],
      ["alg", -7],
    ] as const;
    const formats = "none packed android-key android-safetynet apple tpm fido-u2f of-nobody";
    for (const format of formats.split(" ")) {
      const token = await platform.join(`${format}@example.org`);
      const added = await add(platform, token, { format, statement });
      expect([format, added.status]).toEqual([format, 201]);
    }
  });

  it("[BX-14] keeps nothing of what a browser says but what the standard knows", async () => {
    const { platform, token, database } = await begin();
    const transports = ["usb", "x".repeat(20_000), { internal: true }, "hybrid"];
    expect((await add(platform, token, { format: "none", transports })).status).toBe(201);
    expect((await add(platform, token, { format: "none", transports: "usb" })).status).toBe(201);
    const kept = await database.query.selectFrom("passkeys").select("transports").execute();
    expect(kept.map((row) => row.transports).toSorted()).toEqual(["", "hybrid,usb"]);
    const key = newKey([[-70_000, new Uint8Array(4000)]]);
    expect((await add(platform, token, { format: "none", key })).status).toBe(401);
    const statement = [["sig", new Uint8Array(40_000)]] as const;
    expect((await add(platform, token, { format: "none", statement })).status).toBe(413);
  });

  it("[BX-14] is refused beyond the bound, however many questions were open", async () => {
    const { platform, token, database } = await begin();
    const { id: user_id } = await database.query
      .selectFrom("users")
      .select("id")
      .executeTakeFirstOrThrow();
    const row = { user_id, name: "key", site: "skills.example.org", public_key: "", counter: 0 };
    const rest = { transports: "", created_at: "2026-01-01T00:00:00.000Z", used_at: null };
    const known = Array.from({ length: 18 }, (_, at) => ({
      id: `key${at + 100}`,
      ...row,
      ...rest,
    }));
    await database.query.insertInto("passkeys").values(known).execute();
    const challenges: string[] = [];
    for (let count = 0; count < 6; count += 1) challenges.push(await ask(platform, token));
    const answers = await Promise.all(
      challenges.map((challenge) => reply(platform, token, challenge, { format: "none" })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.map(({ status }) => status)).toContain(409);
    expect(await database.query.selectFrom("passkeys").select("id").execute()).toHaveLength(20);
  });
});
