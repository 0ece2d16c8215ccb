/** Tables with commas, as RFC 4180 has them: quotes around a cell, two for one inside. */
const CELL = /"((?:[^"]|"")*)"|[^",\r\n][^,\r\n]*/uy;

/** Each row by the names of the first one; undefined where a quote is never closed. */
export function parseCsv(
  text: string,
): readonly { readonly [column: string]: string }[] | undefined {
  const rows: string[][] = [[]];
  let at = text.startsWith("\u{feff}") ? 1 : 0;
  while (at < text.length) {
    CELL.lastIndex = at;
    const [whole = "", quoted] = CELL.exec(text) ?? [];
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? whole.trim());
    at += whole.length;
    const end = text.startsWith("\r\n", at) ? "\r\n" : text.charAt(at);
    if (!["", ",", "\n", "\r", "\r\n"].includes(end)) return undefined;
    if (end !== "," && end !== "") rows.push([]);
    if (end === "," && at + 1 === text.length) rows.at(-1)?.push("");
    at += end.length;
  }
  const [names = [], ...rest] = rows.filter((row) => row.some((cell) => cell !== ""));
  return rest.map((row) =>
    Object.fromEntries(names.map((name, index) => [name.trim(), row[index] ?? ""])),
  );
}
