/** How Claude Code cleans what it shows, and which names it shows at all. */

/** Controls, format characters, unassigned and private ones: whatever cannot be seen. */
const HIDDEN =
  "\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\u2028\\u2029\\p{Default_Ignorable_Code_Point}\\u2800";
const hiddenRuns = new RegExp(`[${HIDDEN}]+`, "gu");
/** Made where it is needed: to read this class takes as long as a tenth of a command. */
const emoji = (): RegExp => /\p{RGI_Emoji}/gv;
const hasJoiner = /\u200C|\u200D|\uFE0F|\u{E007F}/u;
/** Beyond this length joiners are not looked at. */
const MAX_JOINED = 4096;

/** Joiners that a script needs: after a virama in Indic scripts and Sinhala, and between Arabic letters that join. */
const indic = [0x900, 0x980, 0xa80, 0xb00, 0xc00, 0xc80, 0xd00].map((block) => {
  const at = (offset: number): string => `\\u{${(block + offset).toString(16)}}`;
  const letter = `[${at(0x15)}-${at(0x39)}]`;
  const nukta = block === 0xd00 ? "" : `${at(0x3c)}?`;
  return `[\\u200C\\u200D](?<=${letter}${nukta}${at(0x4d)}.)(?=${letter})`;
});
const joinsAfter =
  "\\u0620\\u0626\\u0628\\u062A-\\u062E\\u0633-\\u063F\\u0641-\\u0647\\u0649\\u064A\\u066E\\u066F\\u0678-\\u0687\\u069A-\\u06BF\\u06C1\\u06C2\\u06CC\\u06CE\\u06D0\\u06D1\\u06FA-\\u06FC\\u06FF";
const joinsBefore =
  "\\u0620\\u0622-\\u063F\\u0641-\\u064A\\u066E\\u066F\\u0671-\\u0673\\u0675-\\u06D3\\u06D5\\u06EE\\u06EF\\u06FA-\\u06FC\\u06FF";
const scriptJoiners = new RegExp(
  [
    ...indic,
    "\\u200D(?<=[\\u0D9A-\\u0DC6]\\u0DCA.)(?=[\\u0D9A-\\u0DC6])",
    `\\u200C(?<=[${joinsAfter}]\\p{Mn}{0,8}.)(?=[${joinsBefore}])`,
  ].join("|"),
  "gu",
);

/** Commands to a terminal, as Bun takes them out: with what they are followed by. */
const terminalCommands = new RegExp(
  [
    "(?:\\u001B\\[|\\u009B)[^@-~]*[@-~]?",
    "(?:\\u001B\\]|\\u009D)[^]*?(?:\\u0007|\\u001B\\\\|\\u009C|$)",
    "(?:\\u001B[PX^_]|[\\u0090\\u0098\\u009E\\u009F])[^]*?(?:\\u001B\\\\|\\u009C|$)",
    "\\u001B[ -/]+[^]?",
    "\\u001B[0-~]?",
  ].join("|"),
  "gu",
);

/** Every run of what cannot be seen becomes a blank, joiners of emoji and scripts stay, and tags are no tags. */
export function cleanText(text: string): string {
  const whole = text.replaceAll(/\p{Cs}/gu, "\u200B").replaceAll(terminalCommands, "");
  const kept = new Set<number>();
  if (whole.length <= MAX_JOINED && hasJoiner.test(whole))
    for (const pattern of [emoji(), scriptJoiners])
      for (const { index, 0: found } of whole.matchAll(pattern))
        for (let at = index; at < index + found.length; at += 1) kept.add(at);
  const cleaned = whole.replaceAll(hiddenRuns, (run, offset: number) => {
    let seen = "";
    for (let at = 0; at < run.length; at += 1)
      seen += kept.has(offset + at) ? run.charAt(at) : seen.endsWith(" ") ? "" : " ";
    return seen;
  });
  return cleaned.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const MAX_NAME = 256;
const MARK = "[\\p{M}\\u1160-\\u11FF\\uD7B0-\\uD7FF]";
/** Marks that stand alone, pile up, or sit on an emoji or on letters of another script; more than eight are a pile. */
const strayMark = new RegExp(
  `\\u20E3|\\u263A${MARK}|(?<![\\p{L}\\p{N}\\p{M}])${MARK}|${MARK}{9}|\\p{Soft_Dotted}\\p{M}*\\u0307|[\\u0131\\u0237]\\p{M}|(?<=[\\p{sc=Latin}\\p{sc=Common}]${MARK}{0,8})(?!\\p{sc=Inherited})${MARK}`,
  "u",
);
const blankLike = /(?! )\p{Zs}|[\uFFFC\u{1D159}\u{13441}\u{13442}\u{16910}\u{16FE4}]|^ | $/u;

/** Whether a name is fit to be shown. */
export function isShowable(name: string): boolean {
  if (name === "" || name.length > MAX_NAME || /[<>]/u.test(name)) return false;
  const plain = hasJoiner.test(name)
    ? name.replaceAll(emoji(), "\u263A").replaceAll(scriptJoiners, "")
    : name;
  return (
    plain.search(hiddenRuns) === -1 &&
    !/\uFE0F[\u{1F3FB}-\u{1F3FF}]/u.test(name) &&
    !blankLike.test(name) &&
    !name.includes("  ") &&
    !strayMark.test(plain)
  );
}

/** Whether a folder or file of this name can be a skill. */
export function isOffered(name: string): boolean {
  return isShowable(name) && !/(?:^|:) | (?::|$)|^:|:$/u.test(name);
}

/** Whether a name belongs to the skills that come from the account. */
export function isReserved(name: string): boolean {
  return /^anthropic-skills(?:$|[^a-z0-9-])/iu.test(name);
}

/** Whether the other name is plain enough to stand in the list for the model. */
export function isPlainName(name: string): boolean {
  return name.length <= MAX_NAME && /^[\p{L}\p{M}\p{N}_:.-]+$/u.test(name);
}
