/** How often something was asked for since a moment; shared by all that serve from one database. */
interface LimitTable {
  readonly key: string;
  readonly count: number;
  /** Milliseconds since 1970 as text of equal length, so that it sorts; when counting begins anew. */
  readonly expires_at: string;
}

export interface LimitTables {
  readonly limits: LimitTable;
}
