import { marketCodes, marketRefusal, type PageRequest } from "../../registry/contract/index.ts";

const MOST = 200;
const USUAL = 25;

export function limitOf({ limit = USUAL }: PageRequest): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST) return limit;
  throw marketRefusal(
    marketCodes.invalid,
    `The limit must be a number from 1 to ${MOST}, not \`${limit}\`.`,
    { path: ["limit"] },
  );
}

type Part = string | number;
type PartKind = "string" | "number";

/** Where a page ended, in a form that clients only hand back. */
export function encodeCursor(parts: readonly Part[]): string {
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/** Nothing where no cursor was given; what is none of ours is refused. */
export function decodeCursor(
  cursor: string | undefined,
  kinds: readonly PartKind[],
): readonly Part[] {
  if (cursor === undefined || cursor === "") return [];
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (
      Array.isArray(parts) &&
      parts.length === kinds.length &&
      // Each is compared with what the page is ordered by, so it has to be of that kind.
      parts.every((part, index) => typeof part === kinds[index])
    )
      return parts as readonly Part[];
  } catch {
    // Told below, like every other text that is no cursor.
  }
  throw marketRefusal(marketCodes.invalid, "The cursor does not come from a page of this list.", {
    path: ["cursor"],
  });
}
