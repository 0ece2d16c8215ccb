import type { Span } from "../../../skill/index.ts";

export interface Word extends Span {
  /** Without quotation marks. */
  readonly text: string;
}

/** One program with its arguments. */
export interface Command extends Span {
  readonly words: readonly Word[];
}

const LONGEST = 200_000;
const BLANKS = new Set([" ", "\t", "\r", "\u00a0"]);
const BREAKS = new Set(["\n", ";", "|", "&", "(", ")"]);

/**
 * Splits lines of a shell into commands and words. It knows quotes, comments and continued lines, which is what
 * commands in instructions are made of; whoever needs more reads the syntax tree.
 */
export function commandsOf(source: string): readonly Command[] {
  const text = source.slice(0, LONGEST);
  const commands: Command[] = [];
  let words: Word[] = [];
  const end = (): void => {
    const first = words[0];
    const last = words.at(-1);
    if (first !== undefined && last !== undefined)
      commands.push({ words, start: first.start, end: last.end });
    words = [];
  };
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === "\\" && (text[at + 1] === "\n" || text[at + 1] === "\r"))
      at += text.startsWith("\r\n", at + 1) ? 3 : 2;
    else if (character === "#" && isBetween(text.charAt(at - 1))) at = lineEnd(text, at);
    else if (BREAKS.has(character)) {
      end();
      at++;
    } else if (BLANKS.has(character)) at++;
    else {
      const word = readWord(text, at);
      words.push(word);
      at = word.end;
    }
  }
  end();
  return commands.map(withoutPrefix).filter(({ words: rest }) => rest.length > 0);
}

/** Nothing, or what stands between words. */
function isBetween(character: string): boolean {
  return character === "" || BLANKS.has(character) || BREAKS.has(character);
}

function lineEnd(text: string, at: number): number {
  const found = text.indexOf("\n", at);
  return found === -1 ? text.length : found;
}

function readWord(text: string, start: number): Word {
  // Letters that mean nothing to a shell; most words are made of them alone.
  const letters = /[^\s'"\\;|&()]+/y;
  let value = "";
  let at = start;
  while (at < text.length) {
    letters.lastIndex = at;
    const plain = letters.exec(text)?.[0];
    if (plain !== undefined) {
      value += plain;
      at += plain.length;
      continue;
    }
    const character = text.charAt(at);
    const next = text.charAt(at + 1);
    if (character === '"' || character === "'") {
      const closer = text.indexOf(character, at + 1);
      const end = closer === -1 ? lineEnd(text, at) : closer;
      value += text.slice(at + 1, end);
      at = closer === -1 ? end : end + 1;
    } else if (character === "\\" && next !== "" && next !== "\n" && next !== "\r") {
      value += next;
      at += 2;
    } else break;
  }
  return { text: value, start, end: Math.max(at, start + 1) };
}

const PROMPT = /^(?:[$%>#]|PS>|❯)$/;
const WRAPPER = /^(?:sudo|doas|time|nohup|command|exec|env|then|do|else|!)$/;

/** What stands in front of the program: a prompt, `sudo`, variables. */
function withoutPrefix({ words, end }: Command): Command {
  let first = 0;
  for (const { text } of words) {
    if (!PROMPT.test(text) && !WRAPPER.test(text) && !/^[A-Za-z_]\w*=/.test(text)) break;
    first++;
  }
  const rest = words.slice(first);
  return { words: rest, start: rest[0]?.start ?? end, end };
}
