import { declaredNames } from "../../library/gate/index.ts";
import type { Diagnostic, Skill, SkillReference } from "../../skill/model/index.ts";
import type { Dialect } from "../../skill/index.ts";
import { decodeText, detectDialect, readAs, readDocument, skillOf } from "../../skill/index.ts";
import { lastPart, computeSha256 } from "../../platform/index.ts";
import { checkContract } from "./contract.ts";
import { detach } from "./detach.ts";
import type { FoundSkill } from "./find.ts";
import { toleratedRefusals } from "./judge.ts";
import { LaterReading, MAX_SKILL_BYTES, type LastReading } from "./later-reading.ts";
import { portableName, type WantedName } from "./portable.ts";
import { readWithin, type ScannedFile, type ScannedFolder } from "./folder.ts";

/** What lists, prompts and dependencies are made of; the rest stays in the file. */
export interface SkillHead {
  readonly identity: Pick<Skill["identity"], "id" | "name" | "title" | "version" | "tags">;
  readonly guidance: Pick<Skill["guidance"], "whenToUse">;
  readonly invocation: Pick<Skill["invocation"], "argumentHint" | "argumentNames">;
  readonly template: Skill["template"];
  readonly relations: Pick<Skill["relations"], "skills" | "published">;
  readonly sources: Pick<Skill["sources"], "relations.skills" | "relations.published">;
}

function toHead({
  identity,
  guidance,
  invocation,
  template,
  relations,
  sources,
}: Skill): SkillHead {
  return {
    identity: pick(identity, ["id", "name", "title", "version", "tags"]),
    guidance: pick(guidance, ["whenToUse"]),
    invocation: pick(invocation, ["argumentHint", "argumentNames"]),
    template,
    relations: pick(relations, ["skills", "published"]),
    sources: pick(sources, ["relations.skills", "relations.published"]),
  };
}

function pick<Whole extends object, Key extends keyof Whole>(
  whole: Whole,
  keys: readonly Key[],
): Pick<Whole, Key> {
  const entries = keys.flatMap((key) => (Object.hasOwn(whole, key) ? [[key, whole[key]]] : []));
  // Every entry was taken from the whole under one of the keys.
  return Object.fromEntries(entries) as Pick<Whole, Key>;
}

/** A skill that was read, before anything outside of it had a say. */
export interface PreparedSkill {
  readonly found: FoundSkill;
  readonly authored: ScannedFile;
  readonly files: readonly ScannedFile[];
  readonly reading: LaterReading;
  readonly skill: SkillHead;
  /** Names by which somebody may mean it. */
  readonly names: readonly string[];
  /** What its system would refuse the file for, and is borne here. */
  readonly tolerated: readonly string[];
  readonly references: readonly SkillReference[];
  readonly contract: readonly Diagnostic[];
  /** What of its folder is not served. */
  readonly passedOver: ScannedFolder["passedOver"];
  /** The name that it has in addresses unless another has it. */
  readonly wanted: WantedName;
}

export type Preparation =
  | { readonly ok: true; readonly prepared: PreparedSkill }
  | { readonly ok: false; readonly code: string; readonly why: string };

/** Reads the file of a skill and holds it against its contract. */
export function prepare(
  found: FoundSkill,
  scanned: ScannedFolder,
  last: LastReading,
  as?: Dialect,
): Preparation {
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
  const directory = lastPart(found.folder);
  const whole = readAs(dialect, document, { path: authored.disk, directory });
  // The bytes that were read are the ones that count, should the file have changed since the look.
  const now = { ...authored, size: read.bytes.length, sha256: computeSha256(read.bytes) };
  const reading = new LaterReading(dialect, { file: now, directory, last });
  last.get(reading, () => whole);
  const skill = skillOf(whole);
  const references = (skill.relations.references ?? []).map(withTextAliases);
  const files = scanned.files.map((file) => (file === authored ? now : file));
  const kept = detach({
    skill: toHead(skill),
    names: declaredNames(whole),
    tolerated: toleratedRefusals(whole).map(({ message }) => message),
    references,
    contract: checkContract(whole, references, scanned, found.shown),
    wanted: portableName(whole, skill.identity.id?.trim()),
  });
  const { passedOver } = scanned;
  return { ok: true, prepared: { found, authored: now, files, reading, passedOver, ...kept } };
}

/** What stands in the file under `aliases` need not be a list of texts. */
function withTextAliases(reference: SkillReference): SkillReference {
  const written: unknown = reference.aliases;
  const list: readonly unknown[] = Array.isArray(written) ? written : [written];
  const aliases = list.filter((item) => typeof item === "string").map((item) => item.trim());
  return { ...reference, aliases };
}
