/** The system of an edition: `openclaw` of `openclaw@2026.9`. */
export function systemOf(dialect: string): string {
  return dialect.split("@")[0] ?? dialect;
}
