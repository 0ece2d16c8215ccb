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
    if (character === "\\" && /[\r\n]/.test(text.charAt(at + 1)))
      at += text.startsWith("\r\n", at + 1) ? 3 : 2;
    else if (character === "#" && !/\S/.test(text.charAt(at - 1))) at = lineEnd(text, at);
    else if (BREAKS.has(character)) {
      end();
      at++;
    } else if (/\s/.test(character)) at++;
    else {
      const word = readWord(text, at);
      words.push(word);
      at = word.end;
    }
  }
  end();
  return commands.map(withoutPrefix).filter(({ words: rest }) => rest.length > 0);
}

function lineEnd(text: string, at: number): number {
  const found = text.indexOf("\n", at);
  return found === -1 ? text.length : found;
}

function readWord(text: string, start: number): Word {
  let value = "";
  let at = start;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"' || character === "'") {
      const closer = text.indexOf(character, at + 1);
      const end = closer === -1 ? lineEnd(text, at) : closer;
      value += text.slice(at + 1, end);
      at = closer === -1 ? end : end + 1;
    } else if (character === "\\" && at + 1 < text.length && text.charAt(at + 1) !== "\n") {
      value += text.charAt(at + 1);
      at += 2;
    } else if (/\s/.test(character) || BREAKS.has(character) || character === "\\") break;
    else {
      value += character;
      at++;
    }
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
