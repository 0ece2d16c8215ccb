import { oneLine } from "../../skill/model/index.ts";
import { MARKDOWN, mediaType } from "./media.ts";
import { documentUri, referenceUri, SKILL_FILE, skillUri } from "./uris.ts";
import type { ServedFile, ServedReference, ServedSkill } from "./catalog.ts";
import type { ScannedFile, SkillLimits } from "./folder.ts";
import type { NamedSkill } from "./names.ts";
import { type Portable, writeServed } from "./portable.ts";
import type { Verdict } from "./verdicts.ts";

/** Under this key of its `_meta` an entry says what whoever uses the skill should know. */
const NOTICES_KEY = "skillwright/notices";
/** What the scan makes of it: `allow`, `review`, or `block` where it was named. */
const VERDICT_KEY = "skillwright/verdict";
/** Where the registry's signed statement on it is. */
const STATEMENT_KEY = "skillwright/statement";

export interface Offer {
  readonly isListed: boolean;
  readonly isPrompt: boolean;
  readonly verdict: Verdict["decision"];
  readonly notices: readonly string[];
  readonly statement?: string;
}

/** A skill with everything that answers are made of; a sentence where it is too large after all. */
export function serveSkill(
  { prepared, name, path, id, mend }: NamedSkill,
  portable: Portable,
  offer: Offer,
  limits: SkillLimits,
): ServedSkill | string {
  const { found, skill, reading, references } = prepared;
  const ordered = filesOf(prepared, path, portable, () => writeServed(reading, name));
  if (ordered.length > limits.files) return `it has more than ${limits.files} files`;
  if (ordered.reduce((sum, { size }) => sum + size, 0) > limits.bytes)
    return `it has more than ${limits.bytes} bytes`;
  const files = new Map(ordered.map((file) => [file.path, file]));
  const { title, version, tags = [] } = skill.identity;
  const label = title === undefined ? "" : oneLine(title).trim();
  const uri = skillUri(path, SKILL_FILE);
  return {
    name,
    path,
    id,
    uri,
    ...(label === "" ? {} : { title: label }),
    description: portable.frontmatter.description,
    ...(version === undefined ? {} : { version: oneLine(version) }),
    tags: tags.map(oneLine).sort(),
    skill,
    reading,
    names: prepared.names,
    authored: authoredFile(prepared.authored, path, id),
    files,
    references: references.flatMap((item) => servedReference(item, id, files) ?? []),
    entry: {
      uri,
      frontmatter: portable.frontmatter,
      resources: ordered.map((file) => ({
        uri: file.uri,
        digest: digestOf(file.sha256),
        size: file.size,
      })),
      _meta: {
        [VERDICT_KEY]: offer.verdict,
        ...(offer.statement === undefined ? {} : { [STATEMENT_KEY]: offer.statement }),
        ...(offer.notices.length === 0 ? {} : { [NOTICES_KEY]: [...offer.notices] }),
      },
    },
    folder: found.folder,
    shown: found.shown,
    ...offer,
    dependsOn: [],
    mends: mend === undefined ? portable.mends : [mend, ...portable.mends],
  };
}

/** The files of the folder, with the SKILL.md that is made here in the place of the author's. */
function filesOf(
  prepared: NamedSkill["prepared"],
  skillPath: string,
  { size, sha256 }: Portable,
  make: NonNullable<ServedFile["make"]>,
): readonly ServedFile[] {
  const { changed, disk } = prepared.authored;
  const made: ServedFile = {
    path: SKILL_FILE,
    uri: skillUri(skillPath, SKILL_FILE),
    size,
    sha256,
    mimeType: MARKDOWN,
    changed,
    disk,
    make,
  };
  const others = prepared.files
    .filter(({ path }) => path !== prepared.found.fileName && path !== SKILL_FILE)
    .map((file) => servedFile(file, skillPath));
  return [made, ...others].sort((a, b) => (a.uri < b.uri ? -1 : 1));
}

export function digestOf(sha256: string): string {
  return `sha256:${sha256}`;
}

function authoredFile(file: ScannedFile, skillPath: string, id: string): ServedFile {
  return { ...servedFile(file, skillPath), uri: documentUri(id), mimeType: MARKDOWN };
}

function servedFile(
  { path, disk, size, sha256, changed }: ScannedFile,
  skillPath: string,
): ServedFile {
  const uri = skillUri(skillPath, path);
  return { path, uri, size, sha256, mimeType: mediaType(path), changed, disk };
}

function servedReference(
  { id, path, title, mimeType, aliases = [] }: NamedSkill["prepared"]["references"][number],
  skillId: string,
  files: ReadonlyMap<string, ServedFile>,
): ServedReference | undefined {
  const file = files.get(path);
  if (file === undefined) return undefined;
  return {
    id,
    uri: referenceUri(skillId, id),
    ...(title === undefined ? {} : { title: oneLine(title) }),
    mimeType: mimeType === undefined ? MARKDOWN : oneLine(mimeType),
    aliases,
    file,
  };
}
