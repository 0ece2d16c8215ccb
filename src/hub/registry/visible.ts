import { type RawBuilder, sql } from "kysely";
import type { Viewer } from "../../registry/contract/index.ts";

/** Handles for which somebody speaks by name, as the rows of a query: a list of them could be too long for one. */
function namedHandles(userId: string): RawBuilder<unknown> {
  return sql`select handle from market_publishers where user_id = ${userId}
    union all select handle from market_members where user_id = ${userId}
    union all select market_publishers.handle from market_publishers
      join team_members on team_members.team_id = market_publishers.team_id
      where team_members.user_id = ${userId} and team_members.role = 'owner'`;
}

function teamHandles(userId: string): RawBuilder<unknown> {
  return sql`select market_publishers.handle from market_publishers
    join team_members on team_members.team_id = market_publishers.team_id
    where team_members.user_id = ${userId}`;
}

/** Every handle for which somebody may publish. */
export function ownHandles(userId: string): RawBuilder<unknown> {
  return sql`${namedHandles(userId)} union all ${teamHandles(userId)}`;
}

/** What `isVisible` says of one skill, as a condition on rows of `market_skills`. */
export function visibleTo({ isModerator, userId, origin }: Viewer): RawBuilder<boolean> {
  if (isModerator) return sql<boolean>`1 = 1`;
  if (userId === undefined || origin !== undefined)
    return sql<boolean>`market_skills.visibility = 'public'`;
  return sql<boolean>`(market_skills.visibility = 'public'
    or market_skills.publisher in (${namedHandles(userId)})
    or (market_skills.visibility = 'team' and market_skills.publisher in (${teamHandles(userId)})))`;
}
