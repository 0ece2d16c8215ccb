import { failure, readInput, readText, reasonOf, resolvePath } from "../../platform/index.ts";

/** The values of `--input NAME=VALUE`. */
export function inputValues(
  folder: string,
  pairs: readonly string[],
): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const given of pairs) {
    const at = given.indexOf("=");
    const name = given.slice(0, Math.max(0, at)).trim();
    if (name === "")
      throw failure("cli/usage", `\`--input\` takes \`NAME=VALUE\`, not \`${given}\`.`, {
        hint: "Such as `--input article=@news.txt`, which takes the value from a file.",
      });
    values[name] = readValue(folder, given.slice(at + 1));
  }
  return values;
}

/** A text as it stands, of a file after `@`, or of standard input. */
export function readValue(folder: string, given: string): string {
  if (given === "-") return new TextDecoder().decode(readInput());
  if (!given.startsWith("@")) return given;
  const file = given.slice(1);
  try {
    return readText(resolvePath(folder, file));
  } catch (error) {
    throw failure("cli/unreadable", `The file cannot be read: ${reasonOf(error)}.`, {
      file,
      cause: error,
    });
  }
}
