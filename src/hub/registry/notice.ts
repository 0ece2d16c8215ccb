import { type LegalNotice, marketCodes, marketRefusal } from "../../registry/contract/index.ts";
import { fromJson } from "./records.ts";

/** The notice in a sentence, as it stands in the place of what it took away. */
export function formatNotice({ claimant, reference, reason, at }: LegalNotice): string {
  const which = reference === undefined ? "" : ` (${reference})`;
  return `Removed on ${at.slice(0, 10)} after a legal notice of ${claimant}${which}: ${reason}`;
}

export function readNotice(notice: string): LegalNotice {
  return fromJson<LegalNotice>(notice);
}

export function removed(what: string, notice: string): Error {
  const sentence = formatNotice(readNotice(notice));
  return marketRefusal(
    marketCodes.removed,
    `\`${what}\` is not available. ${sentence}${/[.!?]$/u.test(sentence) ? "" : "."}`,
    { path: ["version"] },
  );
}
