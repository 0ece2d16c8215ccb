import { marketCodes, marketRefusal } from "../../registry/contract/index.ts";

/** Every list of skills shows them. */
const MOST_TAGS = 50;

/** Throws where a skill would have too many; `latest`, which the registry sets itself, does not count. */
export function checkTagCount(tags: Readonly<Record<string, string>>): void {
  if (Object.keys(tags).filter((name) => name !== "latest").length <= MOST_TAGS) return;
  throw marketRefusal(marketCodes.overQuota, `A skill has at most ${MOST_TAGS} tags.`, {
    hint: "Remove those that are not needed.",
  });
}
