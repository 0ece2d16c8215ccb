/** The first line of a problem with YAML without the place at its end, ` at line 3, column 1:`. */
export function withoutPlace(message: string): string {
  // The text of a file can stand in the message, with line breaks of other kinds.
  const lastBreak = Math.max(
    ...["\n", "\r", "\u2028", "\u2029"].map((character) => message.lastIndexOf(character)),
  );
  const place = message.indexOf(" at line ", lastBreak + 1);
  return place < 0 ? message : message.slice(0, place);
}
