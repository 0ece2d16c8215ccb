import type { Skill as SkillEntry } from "@modelcontextprotocol/server/ext/skills";
import type { Diagnostic } from "../../skill/model/index.ts";
import { dependencyGraph, type DependencyGraph } from "./graph.ts";
import type { Judgement } from "./judge.ts";
import type { LaterReading } from "./later-reading.ts";
import type { PreparedSkill, SkillHead } from "./prepare.ts";
import type { Verdict } from "./verdicts.ts";

/** A file as it is served: the digest is that of its bytes at the moment of the catalog. */
export interface ServedFile {
  /** Inside the skill, with `/` between the parts. */
  readonly path: string;
  readonly uri: string;
  readonly size: number;
  readonly sha256: string;
  readonly mimeType: string;
  readonly changed: number;
  /** Where the bytes lie, or those that it is made of. */
  readonly disk: string;
  /** Makes the SKILL.md that is served. */
  readonly make?: () => Promise<Uint8Array>;
}

/** A document beside the instructions that the skill names itself. */
export interface ServedReference {
  readonly id: string;
  readonly uri: string;
  readonly title?: string;
  readonly mimeType: string;
  readonly aliases: readonly string[];
  readonly file: ServedFile;
}

export interface ServedSkill {
  /** The name in its frontmatter, which other skills may have as well. */
  readonly name: string;
  /** The name in addresses, by which tools and prompts call it: of one that shares its name, with folders before it. */
  readonly path: string;
  /** The name in addresses of its document and references, and among dependencies. */
  readonly id: string;
  /** The address of the SKILL.md that is served. */
  readonly uri: string;
  readonly title?: string;
  readonly description: string;
  readonly version?: string;
  readonly tags: readonly string[];
  readonly skill: SkillHead;
  readonly reading: LaterReading;
  /** Names by which somebody may mean it. */
  readonly names: readonly string[];
  /** The file as its author wrote it. */
  readonly authored: ServedFile;
  /** By path, in the order of the paths. */
  readonly files: ReadonlyMap<string, ServedFile>;
  readonly references: readonly ServedReference[];
  /** What `skills/list` says of it. */
  readonly entry: SkillEntry;
  /** Its folder on this machine. */
  readonly folder: string;
  /** Its file as people are shown it. */
  readonly shown: string;
  readonly isListed: boolean;
  readonly isPrompt: boolean;
  /** Names of the skills that it builds on, as they are served. */
  readonly dependsOn: readonly string[];
  /** What was changed for official clients, each as a sentence. */
  readonly mends: readonly string[];
  /** What the scan makes of it. */
  readonly verdict: Verdict["decision"];
  /** Where a registry states what it has found out about it. */
  readonly statement?: string;
  /** What whoever uses it should know, each as a sentence. */
  readonly notices: readonly string[];
}

/** A skill that was found and is not served. */
export interface LeftOut {
  /** Its file as people are shown it. */
  readonly path: string;
  readonly name?: string;
  readonly dialect?: string;
  readonly reasons: readonly Judgement[];
  /** To ask the rules again, step by step. */
  readonly prepared?: PreparedSkill;
}

/** A skill that was found and is not scanned yet. */
export interface PendingSkill {
  readonly path: string;
  readonly id: string;
  readonly prepared: PreparedSkill;
}

/** All that is served at one moment. It never changes; a later moment has a catalog of its own. */
export interface Catalog {
  /** Grows by one with every change. */
  readonly version: number;
  /** By address. */
  readonly skills: readonly ServedSkill[];
  /** Those of them that `skills/list` and the tools show. */
  readonly listed: readonly ServedSkill[];
  readonly byPath: ReadonlyMap<string, ServedSkill>;
  readonly byId: ReadonlyMap<string, ServedSkill>;
  readonly leftOut: readonly LeftOut[];
  /** Those that are served once they are scanned, unless the scan blocks them. */
  readonly pending: readonly PendingSkill[];
  readonly graph: DependencyGraph;
  /** What the contracts of the skills and the graph say; errors belong to skills that are not served. */
  readonly problems: readonly Diagnostic[];
}

/** The skill whose path stands at the beginning of an address, and what comes after it. */
export function locateSkill(
  { byPath }: Catalog,
  parts: readonly string[],
): { readonly skill: ServedSkill; readonly inside: string } | undefined {
  // No path is the beginning of another, so that the first is the only one.
  for (let count = 1; count <= Math.min(parts.length, MOST_PARTS); count++) {
    const skill = byPath.get(parts.slice(0, count).join("/"));
    if (skill !== undefined) return { skill, inside: parts.slice(count).join("/") };
  }
  return undefined;
}

/** Deeper than skills are looked for. */
const MOST_PARTS = 64;

/** The skill that an address leads into or a name means, where it is not scanned yet. */
export function pendingIn({ pending }: Catalog, wanted: string): PreparedSkill | undefined {
  return pending.find(
    ({ path, id }) => wanted === path || wanted === id || wanted.startsWith(`${path}/`),
  )?.prepared;
}

/** Before the first look. */
export function emptyCatalog(): Catalog {
  return Object.freeze({
    version: 0,
    skills: [],
    listed: [],
    byPath: new Map<string, ServedSkill>(),
    byId: new Map<string, ServedSkill>(),
    leftOut: [],
    pending: [],
    graph: dependencyGraph([]),
    problems: [],
  });
}
