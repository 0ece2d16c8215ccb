/** Programs that show files, or a part of them. */
import type { Engine } from "./engine.ts";
import type { Started } from "./programs-started.ts";
import type { Value } from "./value.ts";
import { joined, known, mergeSources, partsOf, shapeOf, unknown } from "./value.ts";

type Program = (started: Started, engine: Engine) => Value;

/** Files by their names, and the input, come out. */
export const printing: Program = ({ name, words, input, place }, engine) => {
  const files = words.flatMap((word) => {
    const shape = shapeOf(word);
    if (shape === undefined) return [unknown(word.sources)];
    return shape.startsWith("-") || !/[./~]|^[\w-]+$/.test(shape)
      ? []
      : [engine.readFile(word, name, place)];
  });
  if (files.length === 0) return input ?? engine.input ?? unknown();
  engine.print(files);
  const written = files.find((file) => shapeOf(file) !== undefined);
  return written ?? unknown(mergeSources([...files, input]));
};

/** One entry that is asked for by its name is no longer the whole file. */
export const selecting: Program = (started, engine) => {
  const first = started.words.find((word) => !(shapeOf(word) ?? "").startsWith("-"));
  const asked = shapeOf(first) ?? ".";
  const isAll = /^\.?$|^\.\*?$/.test(asked) || isLoose(started.name, asked, started.words);
  const content = printing(
    { ...started, words: started.words.filter((word) => word !== first) },
    engine,
  );
  return isAll ? content : { ...content, sources: partsOf(content.sources) };
};

/** Patterns such as `key` or `TOKEN|SECRET` ask for whatever looks like a secret. */
function isLoose(name: string, pattern: string, words: readonly Value[]): boolean {
  if (!/grep$|^rg$/.test(name)) return false;
  const isRecursive = words.some((word) => /^-\w*[rR]/.test(shapeOf(word) ?? ""));
  return (
    isRecursive ||
    /\|/.test(pattern) ||
    /^\W*(?:api.?)?(?:key|token|secret|password)\W*$/i.test(pattern)
  );
}

/** `find folder … -exec program {} \;`: the program gets what is found. */
export const finding: Program = (started, engine) => {
  const { words, place } = started;
  const at = words.findIndex((word) => /^-(?:exec|execdir|ok)$/.test(word.text ?? ""));
  const end = words.findIndex((word) => (word.text ?? "").startsWith("-"));
  const found = printing({ ...started, words: end < 0 ? words : words.slice(0, end) }, engine);
  if (at < 0) return found;
  const item = unknown(found.sources);
  const command = words.slice(at + 1).filter((word) => !/^(?:;|\\;|\+)$/.test(word.text ?? ""));
  return engine.runWords(
    command.map((word) => (/\{\}/.test(word.text ?? "") ? marked(word, item) : word)),
    undefined,
    place,
  );
};

function isMark(word: Value): boolean {
  return /\{\}|^%$/.test(word.text ?? "");
}

/** `xargs` puts what it reads where a mark stands, or at the end. */
export function withInput(words: readonly Value[], input: Value): readonly Value[] {
  if (!words.some(isMark)) return [...words, input];
  return words.map((word) => (isMark(word) ? marked(word, input) : word));
}

function marked(word: Value, item: Value): Value {
  const parts = (word.text ?? "")
    .split(/\{\}|^%$/)
    .flatMap((part, index) => (index === 0 ? [known(part)] : [item, known(part)]));
  return joined(parts.filter((part) => part.text !== ""));
}
