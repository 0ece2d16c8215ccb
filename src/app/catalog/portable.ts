import {
  type Skill as SkillEntry,
  SkillCatalogError,
  skillEntry,
} from "@modelcontextprotocol/server/ext/skills";
import { computeSha256 } from "../../platform/index.ts";
import { convert } from "../../skill/convert/index.ts";
import {
  getKey,
  type JsonObject,
  normalizeText,
  oneLine,
  withoutControls,
} from "../../skill/model/index.ts";
import type { Reading } from "../../skill/index.ts";
import { bodyOf, openSpecification, readAs, readDocument, slug } from "../../skill/index.ts";
import { SKILL_FILE } from "./uris.ts";
import { cleanTexts } from "./clean.ts";
import { detach } from "./detach.ts";
import { writePortable } from "./write-portable.ts";

/** A skill as every client of the extension takes it. */
export interface Portable {
  /** Of the SKILL.md that is served. */
  readonly size: number;
  readonly sha256: string;
  readonly frontmatter: SkillEntry["frontmatter"];
  /** What had to be changed, each as a sentence. */
  readonly mends: readonly string[];
}

export type PortableResult =
  | { readonly ok: true; readonly portable: Portable }
  | { readonly ok: false; readonly why: string };

/** The same with the SKILL.md itself. */
type Made =
  | { readonly ok: true; readonly portable: Portable; readonly text: string }
  | Extract<PortableResult, { readonly ok: false }>;

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_NAME = 64;
const MAX_DESCRIPTION = 1024;
const MAX_COMPATIBILITY = 500;

export interface WantedName {
  readonly name: string;
  /** Why it is not the one that its author gave. */
  readonly mend?: string;
  /** The id that the contract of its system gives it, under which its document stands. */
  readonly id?: string;
}

/** The name that a skill has in addresses. */
export function portableName(reading: Reading, id?: string): WantedName {
  const wanted = nameFor(reading);
  return id === undefined || reading.dialect.guardsStart !== true ? wanted : { ...wanted, id };
}

function nameFor(reading: Reading): WantedName {
  const written = reading.dialect.describe(reading).name?.trim() ?? "";
  if (isPortableName(written)) return { name: written };
  const near = [written, reading.directory ?? ""].map(toName).find((name) => name !== "");
  // Nothing in it is a letter of the Latin script: a number that stays the same from run to run.
  const name =
    near ?? `skill-${computeSha256(`${written}\n${reading.directory ?? ""}`).slice(0, 8)}`;
  const mend =
    written === ""
      ? `It has no name and is served as \`${name}\`, after its folder.`
      : `Its name \`${oneLine(written)}\` is none for an address, and it is served as \`${name}\`.`;
  return { name, mend };
}

function isPortableName(name: string): boolean {
  return name.length <= MAX_NAME && NAME.test(name);
}

function toName(text: string): string {
  // Accents are marks of their own in this form, and fall away with everything else.
  return slug(normalizeText(text, "NFKD").replaceAll(/\p{M}+/gu, ""), MAX_NAME);
}

/** What is said of the projection of a skill; its text is made again when somebody reads it. */
export async function describePortable(reading: Reading, name: string): Promise<PortableResult> {
  const made = await makePortable(reading, name);
  return made.ok ? { ok: true, portable: detach(made.portable) } : made;
}

/** The SKILL.md that is served; fails where there is none. */
export async function writeServed(reading: Reading, name: string): Promise<Uint8Array> {
  const made = await makePortable(reading, name);
  if (made.ok) return new TextEncoder().encode(made.text);
  throw new Error(made.why);
}

/**
 * The projection of a skill: the six portable fields, texts under `metadata`, and the instructions. What the
 * author wrote is served as it is where official clients read it; else it is said again in plain YAML.
 */
export async function makePortable(reading: Reading, name: string): Promise<Made> {
  const target = openSpecification();
  const { document, dialect, path } = reading;
  const place = path === undefined ? {} : { path };
  const { text } = convert(document, { from: dialect, to: target, ...place });
  const converted = readDocument(text);
  const view = readAs(target, converted, place).view;
  const portable = withPortable(view, document.frontmatter);
  const values = withoutHidden(portable);
  const mended = repairValues(values, name, reading, values !== portable);
  if (!mended.ok) return mended;
  const { frontmatter, mends } = mended;
  if (values === view && mends.length === 0 && textAt(values, "name") === name) {
    const entry = await tryEntry(name, text);
    if (typeof entry !== "string") return done(text, entry, []);
  }
  const written = writePortable(frontmatter, bodyOf(converted));
  const entry = await tryEntry(name, written);
  if (typeof entry === "string") return { ok: false, why: `Official clients refuse it: ${entry}.` };
  return done(written, entry, mends);
}

/** A system that knows nothing of a portable field is no reason to keep it from clients that do. */
function withPortable(view: JsonObject, written: JsonObject): JsonObject {
  const lost = ["license", "compatibility", "allowed-tools"].flatMap((key) => {
    const value = getKey(written, key);
    const isSaid = typeof value === "string" || isTexts(value);
    return isSaid && getKey(view, key) === undefined ? [[key, value] as const] : [];
  });
  return lost.length === 0 ? view : { ...view, ...Object.fromEntries(lost) };
}

/**
 * Values reach models and screens outside of the file, so nothing in them may move a cursor or hide. The same object
 * where there is nothing to remove.
 */
function withoutHidden(values: JsonObject): JsonObject {
  const text = JSON.stringify(values);
  const cleaned = cleanTexts(values);
  return JSON.stringify(cleaned) === text ? values : cleaned;
}

function isTexts(value: JsonObject[string] | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function done(text: string, { frontmatter }: SkillEntry, mends: readonly string[]): Made {
  const bytes = new TextEncoder().encode(text);
  const portable = { size: bytes.length, sha256: computeSha256(bytes), frontmatter, mends };
  return { ok: true, portable, text };
}

/** The fields and the first words: the reader would encode and sign all of a text, of which only the fields are taken. */
function readBeginning(text: string): string {
  const end = text.indexOf("\n---", 3);
  return end === -1 ? text : text.slice(0, end + MOST_FENCE).toWellFormed();
}

/** The line that ends the fields, and enough of the text after it. */
const MOST_FENCE = 200;

/** What the official reader makes of the file, or why it refuses it. */
async function tryEntry(name: string, text: string): Promise<SkillEntry | string> {
  try {
    return await skillEntry(name, { [SKILL_FILE]: readBeginning(text) });
  } catch (error) {
    if (!SkillCatalogError.isInstance(error)) throw error;
    return error.problems.map(({ message }) => message).join("; ");
  }
}

type RepairedValues =
  | { readonly ok: true; readonly frontmatter: JsonObject; readonly mends: readonly string[] }
  | { readonly ok: false; readonly why: string };

function repairValues(
  values: JsonObject,
  name: string,
  reading: Reading,
  isCleaned: boolean,
): RepairedValues {
  const mends: string[] = [];
  const frontmatter: Record<string, JsonObject[string]> = { ...values, name };
  const said = textAt(values, "description");
  const description = said === "" ? fallbackDescription(reading) : said;
  if (description === "")
    return { ok: false, why: "It has no description and no text from which one could be taken." };
  if (said === "") mends.push("It has no description, and the first words of its text stand in.");
  if (isCleaned) mends.push("Its fields had invisible or control characters, which are removed.");
  frontmatter["description"] = shorten(description, MAX_DESCRIPTION);
  if (frontmatter["description"] !== description)
    mends.push(`Its description is cut to ${MAX_DESCRIPTION} characters.`);
  const compatibility = textAt(values, "compatibility");
  if (compatibility === "") delete frontmatter["compatibility"];
  else frontmatter["compatibility"] = shorten(compatibility, MAX_COMPATIBILITY);
  if (compatibility !== "" && frontmatter["compatibility"] !== compatibility)
    mends.push(`Its note on compatibility is cut to ${MAX_COMPATIBILITY} characters.`);
  return { ok: true, frontmatter, mends };
}

function textAt(values: JsonObject, key: string): string {
  const value = getKey(values, key);
  return typeof value === "string" ? value.trim() : "";
}

/** What the system itself shows, or the first paragraph, or the first heading. */
function fallbackDescription(reading: Reading): string {
  const described = withoutControls(reading.dialect.describe(reading).description ?? "").trim();
  if (described !== "") return described;
  const blocks = reading.body.split(/\r?\n\s*\r?\n/).map((block) => block.trim());
  const prose = blocks.find((block) => block !== "" && !/^(?:#|```|<!--|[-*_]{3,}$)/.test(block));
  const heading = blocks.find((block) => /^#+\s+\S/.test(block));
  const first = prose ?? heading?.split(/\r?\n/)[0] ?? "";
  return oneLine(first)
    .replaceAll(/\s+/g, " ")
    .replace(/^#+\s+/, "");
}

/** At most so many characters, cut between words where there are any. */
function shorten(text: string, most: number): string {
  const letters = [...text];
  if (letters.length <= most) return text;
  const cut = letters.slice(0, most - 1).join("");
  const blank = cut.lastIndexOf(" ");
  return `${(blank > most / 2 ? cut.slice(0, blank) : cut).trimEnd()}…`;
}
