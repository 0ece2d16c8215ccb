import type { Diagnostic, Skill, SkillReference } from "../../../skill/model/index.ts";
import type { Dialect, Reading } from "../../../skill/index.ts";
import { decodeText, detectDialect, readAs, readDocument, skillOf } from "../../../skill/index.ts";
import { lastPart, sha256Of } from "../../../platform/index.ts";
import { checkContract } from "./contract.ts";
import type { FoundSkill } from "./find.ts";
import { portableName, type WantedName } from "./portable.ts";
import { readWithin, type ScannedFile, type ScannedFolder } from "./folder.ts";

/** A skill that was read, before anything outside of it had a say. */
export interface Prepared {
  readonly found: FoundSkill;
  readonly authored: ScannedFile;
  readonly files: readonly ScannedFile[];
  readonly reading: Reading;
  readonly skill: Skill;
  readonly references: readonly SkillReference[];
  readonly contract: readonly Diagnostic[];
  /** What of its folder is not served. */
  readonly passedOver: ScannedFolder["passedOver"];
  /** The name that it has in addresses unless another has it. */
  readonly wanted: WantedName;
}

export type Preparation =
  | { readonly ok: true; readonly prepared: Prepared }
  | { readonly ok: false; readonly code: string; readonly why: string };

/** The most bytes of a file that is read as a skill. */
const MAX_SKILL_BYTES = 4 * 1024 * 1024;

/** Reads the file of a skill and holds it against its contract. */
export function prepare(found: FoundSkill, scanned: ScannedFolder, as?: Dialect): Preparation {
  if (scanned.tooLarge !== undefined)
    return {
      ok: false,
      code: "too-large",
      why: `It is too large for clients: ${scanned.tooLarge}.`,
    };
  const authored = scanned.files.find(({ path }) => path === found.fileName);
  if (authored === undefined)
    return { ok: false, code: "unreadable", why: "Its file is a link, or cannot be read." };
  const read = readWithin(authored.disk, MAX_SKILL_BYTES);
  if (read === undefined)
    return {
      ok: false,
      code: "too-large",
      why: `Its file has more than ${MAX_SKILL_BYTES} bytes.`,
    };
  const decoded = decodeText(read.bytes);
  const document = readDocument(decoded.text, decoded.problems);
  // A server that is told to hold a contract holds every skill to it, also one that says nothing of it.
  const dialect =
    as?.guardsStart === true ? as : detectDialect(document.frontmatter, authored.disk).dialect;
  const reading = readAs(dialect, document, {
    path: authored.disk,
    directory: lastPart(found.folder),
  });
  const skill = skillOf(reading);
  const references = (skill.relations.references ?? []).map(withTextAliases);
  const contract = checkContract(reading, references, scanned, found.shown);
  // The bytes that were read are the ones that count, should the file have changed since the look.
  const now = { ...authored, size: read.bytes.length, sha256: sha256Of(read.bytes) };
  const files = scanned.files.map((file) => (file === authored ? now : file));
  const wanted = portableName(reading, skill.identity.id?.trim());
  return {
    ok: true,
    prepared: {
      found,
      authored: now,
      files,
      reading,
      skill,
      references,
      contract,
      passedOver: scanned.passedOver,
      wanted,
    },
  };
}

/** What stands in the file under `aliases` need not be a list of texts. */
function withTextAliases(reference: SkillReference): SkillReference {
  const written: unknown = reference.aliases;
  const list: readonly unknown[] = Array.isArray(written) ? written : [written];
  const aliases = list.filter((item) => typeof item === "string").map((item) => item.trim());
  return { ...reference, aliases };
}
