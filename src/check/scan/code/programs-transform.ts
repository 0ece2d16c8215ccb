/** Programs that pack or encrypt files: what went in comes out, under another name. */
import { fromRot13 } from "./decode-text.ts";
import type { Engine } from "./engine.ts";
import type { Place } from "./facts.ts";
import { joinPaths } from "./paths.ts";
import type { Started } from "./programs-started.ts";
import type { Value } from "./value.ts";
import { encodedOf, joined, known, mergeSources, shapeOf, shownOf, unknown } from "./value.ts";

type Program = (started: Started, engine: Engine) => Value;

/** Records that files of the user are made unreadable for him. */
export function recordEncryption(
  tool: string,
  content: Value | undefined,
  place: Place,
  engine: Engine,
): void {
  engine.recorder.call({
    tool: "encrypt",
    words: [tool],
    sources: content?.sources ?? [],
    place,
    decoding: engine.decoding,
  });
}

/** `Compress-Archive -Path folder -DestinationPath archive`. */
export const compressArchive: Program = ({ name, words, input, place }, engine) => {
  const from = valueAfter(words, /^-(?:literal)?path$/i) ?? input ?? words[0];
  const to = valueAfter(words, /^-destinationpath$/i) ?? words[1];
  if (from === undefined || to === undefined) return unknown();
  engine.writeFile(to, engine.readFile(from, name, place), name, place);
  return unknown();
};

/** Archives hold what goes into them. */
export const archive: Program = ({ name, words, input, place }, engine) => {
  const isTar = /^(?:bsd|g)?tar$/.test(name);
  let folder = "";
  let target: Value | undefined;
  const files: Value[] = [];
  for (const [index, word] of words.entries()) {
    const shape = shapeOf(word);
    const before = shapeOf(words[index - 1]) ?? "";
    if (/^(?:-C|--directory)$/.test(before)) folder = shownOf(word);
    else if (shape?.startsWith("-") === true && shape !== "-") continue;
    else if (!isTar && index === 0 && /^[a-z]{1,2}$/.test(shape ?? "")) continue;
    else if (isTar && index === 0 && /^[a-zA-Z]{1,8}$/.test(shape ?? "")) continue;
    else if (
      /^(?:--exclude|-x|--transform|-T|--files-from|-P|--password|--owner|--group)$/.test(before)
    )
      continue;
    else if (target === undefined) target = word;
    else files.push(within(folder, word));
  }
  // `tar cz folder` without a name for the archive prints it.
  const isNamed = !isTar || words.some((word) => /^-?\w*f$|^--file/.test(shapeOf(word) ?? ""));
  const isStdout =
    target?.text === "-" || !isNamed || words.some((word) => /^-(?:so|O)$/.test(word.text ?? ""));
  const isMade =
    !isTar || words.some((word) => /^-?\w{0,9}[cru]\w{0,9}$|^--create$/.test(shapeOf(word) ?? ""));
  const taken = isNamed || target === undefined ? files : [within(folder, target), ...files];
  const contents = taken.map((file) => engine.readFile(file, name, place));
  const content = unknown(mergeSources([...contents, input]).filter(({ kind }) => kind !== "file"));
  if (
    words.some((word) => /^-p.|^--?(?:password|encrypt)|^-[eP]$/.test(shapeOf(word) ?? "")) &&
    isMade &&
    !isTar
  )
    recordEncryption(name, content, place, engine);
  if (!isStdout && isMade && target !== undefined) engine.writeFile(target, content, name, place);
  return content;
};

function within(folder: string, word: Value): Value {
  const shape = shapeOf(word);
  if (folder === "" || shape === undefined) return word;
  return { ...known(joinPaths([folder, shape])), sources: word.sources };
}

/** `gzip file` leaves `file.gz`; with `-c` or an input it prints. */
export const compress: Program = ({ name, words, input, place }, engine) => {
  const files = words.filter((word) => !(shapeOf(word) ?? "").startsWith("-"));
  const contents = files.map((file) => engine.readFile(file, name, place));
  const content = unknown(encodedOf(mergeSources([...contents, input])));
  for (const file of files)
    for (const ending of [".gz", ".xz", ".bz2", ".zst"])
      if (shapeOf(file) !== undefined)
        engine.writeFile(joined([file, known(ending)]), content, name, place);
  return content;
};

function valueAfter(words: readonly Value[], option: RegExp): Value | undefined {
  const at = words.findIndex((word) => option.test(shapeOf(word) ?? ""));
  return at < 0 ? undefined : words[at + 1];
}

/** `openssl enc`, `gpg`, `age`: from a file or the input to a file or the output. */
export const encrypt: Program = ({ name, words, input, place }, engine) => {
  const last = words.at(-1);
  const isOption = last === undefined || (shapeOf(last) ?? "").startsWith("-");
  const from = valueAfter(words, /^-in$/) ?? (name === "openssl" || isOption ? undefined : last);
  const content = from === undefined ? (input ?? unknown()) : engine.readFile(from, name, place);
  recordEncryption(name, content, place, engine);
  const made = unknown(encodedOf(content.sources));
  const to = valueAfter(words, /^(?:-out|-o|--output)$/);
  if (to !== undefined) engine.writeFile(to, made, name, place);
  else if (from !== undefined && name !== "openssl")
    engine.writeFile(joined([from, known(".gpg")]), made, name, place);
  return made;
};

/** Whether a line of these programs encrypts rather than decrypts, signs or lists. */
export function isEncrypting({ name, words }: Started): boolean {
  const line = words.map(shownOf).join(" ");
  if (/(?:^|\s)(?:-d|--decrypt|-decrypt|decrypt)(?:\s|$)/.test(line)) return false;
  if (name === "openssl")
    return (
      /^(?:enc|aes\S*|des3?|bf|rc4|chacha\S*|smime -encrypt|cms -encrypt|rsautl -encrypt|pkeyutl -encrypt)(?:\s|$)/.test(
        line,
      ) && !/^enc (?:-base64|-a)\b/.test(line)
    );
  if (/^gpg2?$/.test(name))
    return /(?:^|\s)(?:-(?=\w*[ce])\w+|--symmetric|--encrypt(?:-files)?)(?:\s|$)/.test(line);
  return /^(?:age|rage|ccrypt|ccencrypt|mcrypt|scrypt|aescrypt)$/.test(name);
}

export const reverse: Program = ({ input }) =>
  input?.text === undefined
    ? unknown(mergeSources([input]))
    : { ...known([...input.text].reverse().join(""), input), encoding: ["reversed"] };

/** `tr a-z n-za-m` turns letters by thirteen places; other letters for letters hide nothing. */
export const translate: Program = ({ words, input }) => {
  const to = shapeOf(words[1]) ?? "";
  if (!/^(?:n-za-m|N-ZA-M)/.test(to)) return unknown(mergeSources([...words, input]));
  return input?.text === undefined
    ? { ...unknown(mergeSources([input])), encoding: ["rot13"] }
    : { ...known(fromRot13(input.text), input), encoding: ["rot13"] };
};
