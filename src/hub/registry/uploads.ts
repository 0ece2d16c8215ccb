import { computeSha256 } from "../../platform/index.ts";
import { newId } from "../../platform/machine/index.ts";
import { marketCodes, marketRefusal, type Viewer } from "../../registry/contract/index.ts";
import { timestampAt } from "../accounts/index.ts";
import type { MarketPorts } from "./ports.ts";
import { reserveFor } from "./quotas.ts";
import { type Member, requireMember } from "./viewer.ts";

export const UPLOADS = "uploads/";

/** After that long nobody comes back to use them. */
export const UPLOAD_HOURS = 24;

export async function requireRoom(ports: MarketPorts, viewer: Viewer): Promise<void> {
  const { userId } = requireMember(viewer);
  // How many bytes a version comes to is known when it is unpacked; without room for one it is not even read.
  await reserveFor(ports, userId, { versions: 1, bytes: 1 }, () => Promise.resolve());
}

export async function openUpload(
  ports: MarketPorts,
  viewer: Viewer,
  { size, sha256 }: { readonly size?: number; readonly sha256?: string } = {},
): Promise<{ readonly upload: string }> {
  const { userId } = requireMember(viewer);
  if (size !== undefined && size > ports.settings.maxBytes) throw tooLarge(ports);
  const upload = newId();
  const row = {
    id: upload,
    user_id: userId,
    size: size ?? null,
    sha256: sha256 ?? null,
    filled_sha256: null,
    created_at: timestampAt(ports.clock),
  };
  await reserveFor(ports, userId, { uploads: 1, bytes: size ?? 0 }, (transaction) =>
    transaction.insertInto("market_uploads").values(row).execute(),
  );
  return { upload };
}

export async function fillUpload(
  ports: MarketPorts,
  viewer: Viewer,
  upload: string,
  bytes: Uint8Array,
): Promise<void> {
  const member = requireMember(viewer);
  const row = await findUpload(ports, member, upload);
  if (bytes.length > ports.settings.maxBytes) throw tooLarge(ports);
  const sha256 = computeSha256(bytes);
  if ((row.size ?? bytes.length) !== bytes.length || (row.sha256 ?? sha256) !== sha256)
    throw marketRefusal(
      marketCodes.invalid,
      "The uploaded bytes do not have the announced size and digest.",
      { path: ["upload"] },
    );
  if (row.size === null) {
    const { numUpdatedRows } = await reserveFor(
      ports,
      member.userId,
      { bytes: bytes.length },
      (transaction) =>
        transaction
          .updateTable("market_uploads")
          .set({ size: bytes.length, sha256 })
          .where("id", "=", upload)
          .where("size", "is", null)
          .executeTakeFirst(),
    );
    // Of two at once the first decides what the other has to be: what is counted is what is kept.
    if (Number(numUpdatedRows) === 0) return await fillUpload(ports, viewer, upload, bytes);
  }
  await ports.store.put(`${UPLOADS}${upload}`, bytes);
  await ports.database.query
    .updateTable("market_uploads")
    .set({ filled_sha256: sha256 })
    .where("id", "=", upload)
    .execute();
}

export async function readUpload(
  ports: MarketPorts,
  member: Member,
  upload: string,
): Promise<Uint8Array> {
  const { filled_sha256 } = await findUpload(ports, member, upload);
  const object = filled_sha256 === null ? undefined : await ports.store.get(`${UPLOADS}${upload}`);
  if (object === undefined) throw noUpload(upload);
  return object.bytes;
}

interface UploadRow {
  readonly size: number | null;
  readonly sha256: string | null;
  readonly filled_sha256: string | null;
}

async function findUpload(
  { database: { query } }: MarketPorts,
  { userId }: Member,
  upload: string,
): Promise<UploadRow> {
  const row = await query
    .selectFrom("market_uploads")
    .select(["size", "sha256", "filled_sha256"])
    .where("id", "=", upload)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (row === undefined) throw noUpload(upload);
  return row;
}

/** What was published is kept elsewhere. */
export async function dropUploads(
  { database: { query }, store }: MarketPorts,
  uploads: readonly string[],
): Promise<void> {
  if (uploads.length === 0) return;
  for (const upload of uploads) await store.delete(`${UPLOADS}${upload}`);
  await query.deleteFrom("market_uploads").where("id", "in", uploads).execute();
}

function noUpload(upload: string): Error {
  return marketRefusal(marketCodes.notFound, `You have no completed upload \`${upload}\`.`, {
    path: ["upload"],
  });
}

function tooLarge({ settings }: MarketPorts): Error {
  return marketRefusal(
    marketCodes.tooLarge,
    `The file is too large; at most ${settings.maxBytes} bytes are allowed.`,
  );
}
