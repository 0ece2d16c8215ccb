import {
  type ListRequest,
  type Page,
  type SkillSummary,
  type VersionSummary,
} from "../contract/index.ts";
import type { Visit } from "./face.ts";

const PAGE = 200;

async function collect<T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
  most: number,
): Promise<readonly T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    items.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined && items.length < most);
  return items.slice(0, most);
}

/** Skills with a version to give, until there are as many as asked for. */
export async function givenSkills(
  { market, viewer }: Visit,
  request: ListRequest,
  most: number,
): Promise<readonly (SkillSummary & { readonly latest: VersionSummary })[]> {
  const all = await collect(
    (cursor) =>
      market.list(viewer, {
        ...request,
        limit: PAGE,
        ...(cursor === undefined ? {} : { cursor }),
      }),
    most,
  );
  return all.flatMap((skill) =>
    skill.latest?.state === "listed" ? [{ ...skill, latest: skill.latest }] : [],
  );
}
