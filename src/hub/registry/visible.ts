import { type RawBuilder, sql } from "kysely";
import type { Viewer } from "../../registry/contract/index.ts";
import type { Standings } from "./publishers.ts";

/** What `isVisible` says of one skill, as a condition on rows of `market_skills`. */
export function visibleTo(
  { isModerator }: Viewer,
  { roles, throughTeam }: Standings,
): RawBuilder<boolean> {
  if (isModerator) return sql<boolean>`1 = 1`;
  const own = [...roles.keys()];
  const parts = [
    sql<boolean>`market_skills.visibility = 'public'`,
    ...(own.length === 0 ? [] : [sql<boolean>`market_skills.publisher in (${sql.join(own)})`]),
    ...(throughTeam.size === 0
      ? []
      : [
          sql<boolean>`(market_skills.visibility = 'team'
            and market_skills.publisher in (${sql.join([...throughTeam])}))`,
        ]),
  ];
  return sql<boolean>`(${sql.join(parts, sql` or `)})`;
}
