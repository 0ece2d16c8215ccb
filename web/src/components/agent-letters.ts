/** Two letters for a system, as chemists write elements: readable when small, and no vendor's mark. */
export function lettersOf(title: string): string {
  const words = title.split(/[^A-Za-z]+/u).filter((word) => word !== "");
  const [first = "?", second] = words;
  // Names that are joined, such as OpenClaw, count as two words.
  const [, inner] = /^[A-Z][a-z]+([A-Z])/u.exec(first) ?? [];
  const next = second?.[0] ?? inner ?? first.at(-1) ?? "";
  return `${first[0]?.toUpperCase() ?? ""}${next.toLowerCase()}`;
}
