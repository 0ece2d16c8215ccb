import { hashOf, parentOf } from "../../platform/index.ts";
import { type Dialect, type Document, readAs } from "../../skill/index.ts";
import type { RootScan, DiscoveredSkill } from "../roots/index.ts";
import type { SkillSource } from "./source.ts";

/** A skill that whoever opens the library has read already. */
export interface InlineSkillInput {
  /** As it is shown. */
  readonly path: string;
  readonly document: Document;
}

/** Skills that are handed over, in place of folders: nothing is read, and nothing changes. */
export function createInlineSource(
  skills: readonly InlineSkillInput[],
  dialect: Dialect,
): SkillSource {
  const source = dialect.gating?.sources.order.at(-1) ?? "given";
  const seen: RootScan = {
    skills: skills.map((skill) => toDiscovered(skill, source, dialect)),
    refused: [],
    problems: [],
  };
  return {
    look: () => seen,
    refresh: () => Promise.resolve(),
    roots: () => [],
    passedOver: () => [],
    namesIn: () => [],
    watch: () => Promise.resolve(false),
    close: () => Promise.resolve(),
  };
}

function toDiscovered(
  { path, document }: InlineSkillInput,
  source: string,
  dialect: Dialect,
): DiscoveredSkill {
  return {
    source,
    path,
    reading: readAs(dialect, document, { path }),
    bytes: Buffer.byteLength(document.text),
    hash: hashOf(document.text),
    baseDir: parentOf(path),
  };
}
