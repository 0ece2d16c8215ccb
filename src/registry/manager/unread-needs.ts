import { type Dialect, isObject } from "../../skill/index.ts";
import { readManifest } from "../package/read-files.ts";
import type { SkillFile } from "../package/skill-file.ts";

const FACET = "relations.skills";

/** Where authors name skills that they need, in whatever system; what a dialect reads is never among what is left. */
const USUAL: ReadonlySet<string> = new Set([
  "dependencies",
  "depends",
  "depends-on",
  "depends_on",
  "requirements.skills",
  "requires",
  "skills",
]);

/** What a SKILL.md says of skills that it needs in places where nobody reads it, as warnings. */
export function unreadNeeds(files: readonly SkillFile[]): readonly string[] {
  const read = readManifest(files);
  if (read === undefined || read.skill.relations.skills !== undefined) return [];
  const { skill, dialect } = read;
  return skill.extensions
    .flatMap(({ path, value }) => {
      const name = path.join(".");
      const inner = isObject(value) ? Object.keys(value).map((key) => `${name}.${key}`) : [];
      return [name, ...inner].filter((place) => USUAL.has(place));
    })
    .map(
      (name) =>
        `${dialect.title} has no field \`${name}\`, so the skills it names are not installed; write the skills that this one needs into \`${placeFor(dialect)}\``,
    );
}

function placeFor({ fields, stow }: Dialect): string {
  const own = fields.find(({ facet }) => facet === FACET)?.path;
  return (own ?? [...stow.path, stow.prefix + FACET]).join(".");
}
