/** Text of strangers, made harmless for terminals, for pages of lines, and for commands to be copied. */

/** Sequences by which a program moves the cursor or colours text, as a whole. */
const SEQUENCES =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c\u009d]*(?:\u0007|\u001b\\|\u009c)|\u001b[@-Z\\^_]/gu;

/** Controls but for line breaks and tabs, marks that turn the direction of writing, and what takes no room. */
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** Bold, dim and six colours, which hide nothing. */
const OWN_COLORS = /(\u001b\[(?:1|2|22|3[1-6]|39)m)/u;

/** Text of strangers must not move the cursor, recolour the screen or hide something from who looks at it. */
export function withoutControls(text: string): string {
  return text.replaceAll(SEQUENCES, "").replaceAll(INVISIBLE, "");
}

/** The same for a page that we coloured ourselves: our own colours stay, and nothing of a stranger can hide or move. */
export function withoutControlsButColors(text: string): string {
  return text
    .split(OWN_COLORS)
    .map((part, index) => (index % 2 === 0 ? withoutControls(part) : part))
    .join("");
}

/** JSON keeps each character, and shows those that would take no room. */
export function escapeInvisible(json: string): string {
  return json.replaceAll(INVISIBLE, (found) =>
    Array.from({ length: found.length }, (_none, index) =>
      escapeUnit(found.charCodeAt(index)),
    ).join(""),
  );
}

function escapeUnit(unit: number): string {
  return String.raw`\u${unit.toString(16).padStart(4, "0")}`;
}

/** More blanks in a row than between columns: a screen full of them would push away what stands before. */
const VOID = /[\p{Zs}\u115f\u1160\u2800\u3164\uffa0]{40,}/gu;

/** The same as one line, for pages in which a line of its own would be taken for ours. */
export function oneLine(text: string): string {
  const broken = text.replaceAll(/[\t\n\v\f\r\u0085\u2028\u2029]+/gu, " ");
  return withoutControls(broken)
    .replaceAll(/[\n\t]/gu, " ")
    .replaceAll(VOID, " … ");
}

const SAFE_WORD = /^[A-Za-z0-9@%+=:,./_~-]+$/;

/** One word for a shell, whatever is in it. */
export function quoteForShell(value: string): string {
  return SAFE_WORD.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
