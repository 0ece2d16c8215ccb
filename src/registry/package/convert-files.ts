import { convert } from "../../skill/convert/index.ts";
import { decodeText, type Dialect, readAs, readDocument } from "../../skill/index.ts";
import { SIGNATURE_FILES } from "../sign/signature.ts";
import type { SkillFile } from "./skill-file.ts";

/** A skill in another dialect than it was published in. */
export interface ConvertedFiles {
  readonly files: readonly SkillFile[];
  /** Fields for which the dialect has no place. */
  readonly lost: readonly string[];
}

/**
 * Says a skill in another dialect: where that would refuse it as it is, or always. What was said anew is not what was
 * signed, so the signature stays behind. Undefined where nothing is to be said in another way.
 */
export function convertFiles(
  name: string,
  files: readonly SkillFile[],
  { to, isAlways }: { readonly to: Dialect; readonly isAlways: boolean },
): ConvertedFiles | undefined {
  const manifest = files.find(({ path }) => path === "SKILL.md");
  if (manifest === undefined) return undefined;
  const { text, problems } = decodeText(manifest.bytes);
  const document = readDocument(text, problems);
  const path = `${name}/SKILL.md`;
  if (!isAlways && readAs(to, document, { path }).refusals.length === 0) return undefined;
  const { text: said, files: more = {}, report } = convert(document, { to, path });
  if (said === text) return undefined;
  const texts: Readonly<Record<string, string>> = { ...more, "SKILL.md": said };
  const others = files.filter((file) => !isReplaced(file, texts));
  const made = Object.entries(texts).map(([key, value]) => ({
    path: key,
    bytes: Buffer.from(value),
  }));
  const dropped = report.entries.filter(({ outcome }) => outcome === "dropped");
  return {
    files: [...others, ...made],
    lost: dropped.map(({ source }) => source.join(".")),
  };
}

function isReplaced({ path }: SkillFile, texts: Readonly<Record<string, string>>): boolean {
  return SIGNATURE_FILES.has(path) || Object.hasOwn(texts, path);
}
