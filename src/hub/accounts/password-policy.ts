/** Which passwords are too easy to guess. Length counts most; what everybody tries first is refused whatever its length. */
import { failure } from "../../platform/index.ts";
import { normalizeText } from "../../skill/model/index.ts";
import { accountCodes } from "./diagnostics.ts";

const LEAST = 10;
/** Longer ones only make the server work. */
export const MOST_PASSWORD = 1024;
/** So many characters beside a known word make a password of it. */
const LEAST_BESIDE = 6;
const LEAST_DISTINCT = 5;
const SERVICE = "skillwright";

/** Throws for a password that strangers would try early, with the reason. */
export async function checkPassword(password: string, email: string): Promise<void> {
  const text = normalizeText(password, "NFKC");
  if ([...text].length < LEAST) throw refuse(`Password must be at least ${LEAST} characters`);
  if (text.length > MOST_PASSWORD)
    throw refuse(`Password must be at most ${MOST_PASSWORD} characters`);
  const lower = text.toLowerCase();
  if (isMonotonous(lower)) throw refuse("Password repeats or counts on; choose one that does not");
  if (isOfOwner(lower, email))
    throw refuse("Password is made of the email address or of the name of this program");
  if (await isCommon(lower)) throw refuse("Password is one of those that strangers try first");
}

function refuse(message: string): Error {
  return failure(accountCodes.badPassword, message);
}

/** `aaaaaaaaaa`, `abcabcabcabc`, `1234567890`. */
function isMonotonous(text: string): boolean {
  const characters = [...text];
  if (new Set(characters).size < LEAST_DISTINCT) return true;
  if (shortestPeriod(characters) < LEAST) return true;
  const steps = characters.slice(1).map((character, at) => {
    const step = (character.codePointAt(0) ?? 0) - (characters[at]?.codePointAt(0) ?? 0);
    return step;
  });
  const even = steps.filter((step, at) => Math.abs(step) <= 1 && step === (steps[at - 1] ?? step));
  return even.length > 0.7 * steps.length;
}

/** The length of the part whose repetition the text is; its whole length where it repeats nothing. */
function shortestPeriod(characters: readonly string[]): number {
  for (let period = 1; period <= characters.length / 2; period += 1)
    if (characters.every((character, at) => at < period || character === characters[at - period]))
      return period;
  return characters.length;
}

function isOfOwner(text: string, email: string): boolean {
  const [local = "", domain = ""] = email.toLowerCase().split("@");
  const parts = [...local.split(/[._%+-]+/u), ...domain.split(".").slice(0, -1)];
  const words = [local, local.replaceAll(/[._%+-]/gu, ""), ...parts, SERVICE];
  const used = words.filter((word) => word.length >= 4 && text.includes(word));
  const rest = used
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ""), text);
  return used.length > 0 && rest.length < LEAST_BESIDE;
}

const LOOKS_LIKE: { readonly [character: string]: string } = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

/** Itself, or a common one with some digits and signs around it or in place of its letters. */
async function isCommon(text: string): Promise<boolean> {
  const common = await loadCommon();
  if (common.has(text)) return true;
  const trimmed = text.replace(/^[^\p{L}]{0,6}/u, "").replace(/[^\p{L}]{0,6}$/u, "");
  return [trimmed, toLetters(trimmed), toLetters(text)].some((core) => {
    const beside = text.length - core.length;
    return core.length >= 4 && beside < LEAST_BESIDE + 1 && common.has(core);
  });
}

function toLetters(text: string): string {
  return [...text].map((character) => LOOKS_LIKE[character] ?? character).join("");
}

/** Large, and needed only when a password is set. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}
