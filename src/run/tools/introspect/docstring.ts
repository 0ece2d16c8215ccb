/** A docstring as Python shows it: the indentation that all lines but the first share is taken away. */
export function cleanDocstring(text: string): string {
  const lines = text.replaceAll("\t", "        ").split(/\r?\n/);
  const [first = "", ...rest] = lines;
  const indents = rest.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const indent = indents.length === 0 ? 0 : Math.min(...indents);
  return [first.trimStart(), ...rest.map((line) => line.slice(indent))]
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
}

/** The parts of a docstring: what the tool does, and what it says of each parameter. */
export interface ReadDocstring {
  readonly summary: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const SECTION =
  /^(?:args|arguments|parameters|params|returns?|raises|yields|examples?|notes?)\s*:?$/i;

/** Reads `Args:` of Google's style and `:param name:` of Sphinx's. */
export function readDocstring(text: string): ReadDocstring {
  const lines = text.split("\n");
  const parameters = new Map<string, string>();
  let isArguments = false;
  let summaryEnd = lines.length;
  let last = "";
  for (const [index, line] of lines.entries()) {
    const field = readField(line);
    if (field !== undefined || SECTION.test(line.trim())) {
      summaryEnd = Math.min(summaryEnd, index);
      isArguments = /^(?:args|arguments|parameters|params)/i.test(line.trim());
      if (field !== undefined) parameters.set(...field);
      continue;
    }
    if (!isArguments) continue;
    const entry = /^\s{1,8}\*{0,2}(\w+)\s*(?:\([^)]*\)\s*)?:(.*)$/.exec(line);
    if (entry !== null) {
      last = entry[1] ?? "";
      parameters.set(last, (entry[2] ?? "").trim());
    } else if (line.trim() !== "" && parameters.has(last))
      parameters.set(last, `${parameters.get(last) ?? ""} ${line.trim()}`.trim());
  }
  return { summary: lines.slice(0, summaryEnd).join("\n").trim(), parameters };
}

/** `:param type name: what it is`, where the type may be missing. */
function readField(line: string): readonly [name: string, text: string] | undefined {
  const [, words, text] = /^\s*:param\s([^:]*):(.*)$/.exec(line) ?? [];
  const [name = "", ...type] = (words ?? "").trim().split(/\s+/).toReversed();
  if (text === undefined || !/^\w+$/.test(name)) return undefined;
  return type.every((word) => /^[\w[\],]+$/.test(word)) ? [name, text.trimStart()] : undefined;
}
