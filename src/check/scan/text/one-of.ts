/** One pattern of several, so that each can be read on a line of its own; the first that fits counts. */
export function oneOf(parts: readonly RegExp[], flags: string = parts[0]?.flags ?? ""): RegExp {
  return new RegExp(parts.map(({ source }) => source).join("|"), flags);
}
