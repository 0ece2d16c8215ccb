/** Whose skill a version is to be of, and whether whoever publishes may speak for them. */
import {
  type BuildOrigin,
  checkSlug,
  marketCodes,
  marketRefusal,
  type PublishRequest,
  readSkillName,
  type Viewer,
} from "../../registry/contract/index.ts";
import type { PackageFacts } from "../jobs/index.ts";
import { findRow, isVisible } from "./find.ts";
import type { MarketPorts, Query } from "./ports.ts";
import { findPublisher, isAtLeastRole, roleIn, type Standings, standingsOf } from "./publishers.ts";
import type { PublisherRow, SkillRow } from "./records.ts";
import type { Member } from "./viewer.ts";

export interface Place {
  readonly publisher: PublisherRow;
  readonly skill: SkillRow | undefined;
  readonly slug: string;
  readonly isPlain: boolean;
  /** A new skill does not get the plain name, which is that of another registry. */
  readonly isFullOnly?: boolean;
}

/** Whose skill it is to be, and whether the viewer may speak for them. */
export async function placeOf(
  ports: MarketPorts,
  member: Member,
  own: PublisherRow,
  request: PublishRequest,
  read: PackageFacts,
): Promise<Place> {
  const { query } = ports.database;
  const given = request.name ?? read.name ?? "";
  const name = readSkillName(given);
  if (name === undefined) checkSlug(given);
  const { slug = "", publisher: inName } = name ?? {};
  const { origin } = member;
  const handle = inName ?? request.publisher ?? origin?.publisher;
  if (origin !== undefined) checkOrigin(origin, handle, slug);
  const standings = await standingsOf(ports, member);
  const mayPublish = (whose: string): boolean =>
    member.isModerator || isAtLeastRole(roleIn(standings, whose), "publisher");
  if (handle !== undefined) {
    if (!mayPublish((await findPublisher(query, handle)).handle)) throw noMember(handle);
    const skill = await findRow(query, `@${handle}/${slug}`);
    const publisher = await publisherOf(query, skill, handle);
    // It may have gone to somebody else since.
    if (!mayPublish(publisher.handle)) throw nameTaken(slug, own.handle);
    // Members of a team publish for it, but do not see what is private to those with a role.
    if (skill !== undefined && !isVisible(skill, member, standings))
      throw nameTaken(slug, own.handle);
    checkMayShow(member, standings, { publisher, skill }, request);
    return { publisher, skill, slug: skill?.slug ?? slug, isPlain: false };
  }
  // Whoever names no publisher means their own: a role in another one must not divert what they publish.
  const mine = await findRow(query, `@${own.handle}/${slug}`);
  const plain = mine === undefined ? await findRow(query, slug) : undefined;
  if (plain !== undefined)
    throw mayPublish(plain.publisher)
      ? marketRefusal(
          marketCodes.nameTaken,
          `The name \`${slug}\` is that of \`@${plain.publisher}/${plain.slug}\`. Publish it under its full name, or name the publisher.`,
          { path: ["name"] },
        )
      : nameTaken(slug, own.handle);
  const publisher = await publisherOf(query, mine, own.handle);
  if (!mayPublish(publisher.handle)) throw nameTaken(slug, own.handle);
  return { publisher, skill: mine, slug: mine?.slug ?? slug, isPlain: mine === undefined };
}

/** A build publishes what it was trusted with. */
function checkOrigin(origin: BuildOrigin, handle: string | undefined, slug: string): void {
  const isTrusted = handle === origin.publisher && (origin.skill ?? slug) === slug;
  if (isTrusted) return;
  throw marketRefusal(
    marketCodes.forbidden,
    `The build of \`${origin.repository}\` may publish ${origin.skill === undefined ? "skills" : `\`${origin.skill}\``} of \`${origin.publisher}\` only.`,
    { path: ["name"] },
  );
}

/** Whose a skill is now; one that went into another takes nothing new. */
async function publisherOf(
  query: Query,
  skill: SkillRow | undefined,
  handle: string,
): Promise<PublisherRow> {
  if (skill !== undefined && skill.merged_into !== null)
    throw marketRefusal(
      marketCodes.wrongState,
      `The skill was merged into \`${skill.successor ?? "another one"}\`; publish it there.`,
      { path: ["name"] },
    );
  return await findPublisher(query, skill?.publisher ?? handle);
}

export function noMember(handle: string): Error {
  return marketRefusal(marketCodes.forbidden, `Only a member of \`${handle}\` may publish for it.`);
}

/** Who sees a skill that is there is for maintainers to decide, also with a version of it. */
export function checkMayShow(
  { isModerator }: Viewer,
  standings: Standings,
  { publisher: { handle }, skill }: Pick<Place, "publisher" | "skill">,
  { visibility }: PublishRequest,
): void {
  if (isModerator || skill === undefined || (visibility ?? skill.visibility) === skill.visibility)
    return;
  if (!isAtLeastRole(roleIn(standings, handle), "maintainer"))
    throw marketRefusal(
      marketCodes.forbidden,
      `Only a maintainer of \`${handle}\` may change who sees \`${skill.slug}\`, which is \`${skill.visibility}\`.`,
      { path: ["visibility"] },
    );
}

export function nameTaken(slug: string, handle: string): Error {
  return marketRefusal(marketCodes.nameTaken, `The name \`${slug}\` is already taken.`, {
    path: ["name"],
    hint: `Publish it as \`@${handle}/${slug}\`, or choose another name.`,
  });
}
