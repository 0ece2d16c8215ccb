import type { Severity, Span } from "../../skill/index.ts";

/** Characters that a reader does not see, by what they can do. */
export type HiddenKind = "direction" | "tag" | "selector" | "zero-width" | "control" | "typography";

export interface HiddenRun extends Span {
  /** The worst kind in the run. */
  readonly kind: HiddenKind;
  readonly codePoints: readonly number[];
}

interface Row {
  readonly from: number;
  readonly to: number;
  readonly kind: HiddenKind;
  readonly name: string;
}

/** From the worst kind to the most harmless. */
const KINDS: readonly HiddenKind[] = [
  "direction",
  "tag",
  "selector",
  "zero-width",
  "control",
  "typography",
];

export const hiddenSeverity: { readonly [Kind in HiddenKind]: Severity } = {
  direction: "error",
  tag: "error",
  selector: "error",
  "zero-width": "warning",
  control: "warning",
  typography: "info",
};

const ROWS: readonly Row[] = [
  { from: 0x0000, to: 0x001f, kind: "control", name: "control character" },
  { from: 0x007f, to: 0x007f, kind: "control", name: "control character" },
  { from: 0x0080, to: 0x009f, kind: "typography", name: "control character" },
  { from: 0x00a0, to: 0x00a0, kind: "typography", name: "no-break space" },
  { from: 0x00ad, to: 0x00ad, kind: "typography", name: "soft hyphen" },
  { from: 0x034f, to: 0x034f, kind: "zero-width", name: "grapheme joiner" },
  { from: 0x061c, to: 0x061c, kind: "zero-width", name: "direction mark" },
  { from: 0x115f, to: 0x1160, kind: "zero-width", name: "Hangul filler" },
  { from: 0x180e, to: 0x180e, kind: "zero-width", name: "vowel separator" },
  { from: 0x200b, to: 0x200b, kind: "zero-width", name: "zero-width space" },
  { from: 0x200c, to: 0x200c, kind: "zero-width", name: "zero-width non-joiner" },
  { from: 0x200d, to: 0x200d, kind: "zero-width", name: "zero-width joiner" },
  { from: 0x200e, to: 0x200f, kind: "zero-width", name: "direction mark" },
  { from: 0x2028, to: 0x2029, kind: "control", name: "line or paragraph separator" },
  { from: 0x202a, to: 0x202b, kind: "direction", name: "direction embedding" },
  { from: 0x202c, to: 0x202c, kind: "direction", name: "end of a direction" },
  { from: 0x202d, to: 0x202e, kind: "direction", name: "direction override" },
  { from: 0x202f, to: 0x202f, kind: "typography", name: "narrow no-break space" },
  { from: 0x2060, to: 0x2060, kind: "zero-width", name: "word joiner" },
  { from: 0x2061, to: 0x2064, kind: "zero-width", name: "invisible operator" },
  { from: 0x2066, to: 0x2069, kind: "direction", name: "direction isolate" },
  { from: 0x206a, to: 0x206f, kind: "zero-width", name: "deprecated format character" },
  { from: 0x3164, to: 0x3164, kind: "zero-width", name: "Hangul filler" },
  { from: 0xfe00, to: 0xfe0f, kind: "selector", name: "variation selectors in a row" },
  { from: 0xfeff, to: 0xfeff, kind: "zero-width", name: "byte order mark" },
  { from: 0xffa0, to: 0xffa0, kind: "zero-width", name: "Hangul filler" },
  { from: 0xfff9, to: 0xfffb, kind: "zero-width", name: "annotation mark" },
  { from: 0xe0000, to: 0xe007f, kind: "tag", name: "tag character" },
  { from: 0xe0100, to: 0xe01ef, kind: "selector", name: "variation selector" },
];

const SINGLE =
  "\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u180e" +
  "\\u200b-\\u200f\\u2028-\\u202f\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb";
const RUN = new RegExp(`(?:[${SINGLE}]|\\udb40[\\udc00-\\udfff]|[\\ufe00-\\ufe0f]{2,})+`, "g");
/**
 * Anything outside of Latin, Greek, Cyrillic, East Asian, symbols and emoji. What no plain text holds is looked for first,
 * since one range more or less decides how fast a file is read; the others are told apart where something was found.
 */
const UNCOMMON = new RegExp(
  "[\\u0000-\\u001f\\u007f-\\uffff](?<![\\t\\n\\r\\u00a1-\\u00ac\\u00ae-\\u02ff\\u0370-\\u0600\\u2010-\\u2027" +
    "\\u2030-\\u205e\\u2070-\\u3163\\u3165-\\udb3f\\udc00-\\udfff\\ufe0f\\uff01-\\uff9f])",
);

/** Scripts whose words need joiners and non-joiners: Arabic, Indic, South-East Asian, Mongolian. */
const JOINING = /[\u0600-\u109f\u1700-\u18af\u1a20-\u1aaf\ufb50-\ufdff\ufe70-\ufefc]/;
/** Scripts without blanks between words, where a zero-width space allows a line break. */
const UNSPACED = /[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff]/;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const EMOJI_BEFORE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u;
const EMOJI_AFTER = /^\p{Extended_Pictographic}/u;
const IDEOGRAPH_BEFORE = /\p{Ideographic}$/u;
const FLAG = "\u{1f3f4}";

/** Runs of hidden characters that no script or emoji accounts for. */
export function findHidden(text: string): readonly HiddenRun[] {
  if (!UNCOMMON.test(text) && !text.includes("\ufe0f\ufe0f")) return [];
  const runs: HiddenRun[] = [];
  for (const match of text.matchAll(RUN)) {
    const start = match.index;
    const end = start + match[0].length;
    const codePoints = Array.from(match[0], (character) => character.codePointAt(0) ?? 0);
    if (isOrdinary(text, start, end, codePoints)) continue;
    const kinds = new Set(codePoints.map((codePoint) => rowOf(codePoint)?.kind ?? "tag"));
    const kind = KINDS.find((candidate) => kinds.has(candidate)) ?? "tag";
    runs.push({ start, end, kind, codePoints });
  }
  return runs;
}

/** `U+202E (direction override)`, each once, the first few of them. */
export function nameHidden(codePoints: readonly number[]): string {
  const distinct = [...new Set(codePoints)];
  const names = distinct.slice(0, 4).map((codePoint) => {
    const hex = codePoint.toString(16).toUpperCase().padStart(4, "0");
    return `\`U+${hex}\` (${rowOf(codePoint)?.name ?? "tag character"})`;
  });
  return names.join(", ") + (distinct.length > 4 ? " and others" : "");
}

function rowOf(codePoint: number): Row | undefined {
  return ROWS.find((row) => codePoint >= row.from && codePoint <= row.to);
}

/** The mark belongs where it stands: to a script, to an emoji, or to the beginning of the file. */
function isOrdinary(
  text: string,
  start: number,
  end: number,
  codePoints: readonly number[],
): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  const after = text.slice(end, end + 2);
  const first = codePoints[0] as number;
  const last = codePoints.at(-1) as number;
  if (first >= 0xe0000 && first <= 0xe007f)
    return before === FLAG && last === 0xe007f && codePoints.length <= 7;
  if (codePoints.length > 1) return false;
  const touches = (script: RegExp): boolean =>
    script.test(before.slice(-1)) || script.test(after.slice(0, 1));
  if (first === 0x200c || first === 0x200d)
    return touches(JOINING) || (EMOJI_BEFORE.test(before) && EMOJI_AFTER.test(after));
  if (first === 0x200b) return touches(UNSPACED);
  if (first === 0x200e || first === 0x200f || first === 0x061c) return RIGHT_TO_LEFT.test(text);
  if (first === 0x180e) return touches(JOINING);
  if (first >= 0xe0100) return IDEOGRAPH_BEFORE.test(before);
  return first === 0xfeff && start === 0;
}
