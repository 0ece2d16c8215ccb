import type { FetchedSkill, FetchTransform } from "../../registry/index.ts";
import { SIGNATURE_FILES } from "../../registry/sign/index.ts";
import { sha256Of } from "../../platform/index.ts";
import { decodeText, type Dialect, readAs, readDocument } from "../../skill/index.ts";
import { convert } from "../../skill/convert/index.ts";

export interface Converted {
  readonly name: string;
  /** What the target has no place for. */
  readonly lost: readonly string[];
}

/**
 * Says skills in the dialect of a client: those that it would refuse as they are, or all of them. What was said
 * anew is not what was signed, so the signature stays behind.
 */
export function converterFor(
  dialect: Dialect,
  isAlways: boolean,
  tell: (converted: Converted) => void,
): FetchTransform {
  return (skill) => {
    const manifest = skill.files.find(({ path }) => path === "SKILL.md");
    if (manifest === undefined) return skill;
    const { text, problems } = decodeText(manifest.bytes);
    const document = readDocument(text, problems);
    const path = `${skill.name}/SKILL.md`;
    const { refusals } = readAs(dialect, document, { path });
    if (!isAlways && refusals.length === 0) return skill;
    const { text: said, files = {}, report } = convert(document, { to: dialect, path });
    if (said === text) return skill;
    const dropped = report.entries.filter(({ outcome }) => outcome === "dropped");
    tell({ name: skill.name, lost: dropped.map(({ source }) => source.join(".")) });
    return withTexts(skill, { ...files, "SKILL.md": said });
  };
}

function withTexts(skill: FetchedSkill, texts: Readonly<Record<string, string>>): FetchedSkill {
  const others = skill.files.filter(
    ({ path }) => !SIGNATURE_FILES.has(path) && !Object.hasOwn(texts, path),
  );
  const made = Object.entries(texts).map(([path, text]) => {
    const bytes = Buffer.from(text);
    return { path, bytes, digest: `sha256:${sha256Of(bytes)}` };
  });
  return { ...skill, files: [...others, ...made] };
}
