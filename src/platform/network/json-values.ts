/** More values than any honest request has: parsing and checking them would take the process seconds. */
const MOST_VALUES = 50_000;

const QUOTE = 34;
const ESCAPE = 92;
const COMMA = 44;
const OPEN_LIST = 91;
const OPEN_MAP = 123;

/** Whether a text of JSON holds so many values that it is not worth parsing; looks at each character once. */
export function hasTooManyValues(text: string, most: number = MOST_VALUES): boolean {
  let values = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isQuoted) {
      if (code === ESCAPE) at += 1;
      else if (code === QUOTE) isQuoted = false;
    } else if (code === QUOTE) isQuoted = true;
    else if (code === COMMA || code === OPEN_LIST || code === OPEN_MAP) {
      values += 1;
      if (values > most) return true;
    }
  }
  return false;
}
