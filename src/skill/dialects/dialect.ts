import type { InputDefinition, Json, JsonObject, Path, Skill } from "../model/index.ts";
import type { Document, JsonLeniency, Problem, ProblemKind, ScalarRule } from "../text/index.ts";
import type { Field, Violation } from "./field.ts";
import type { GatingRules } from "./gating.ts";
import type { HomeRules } from "./homes.ts";
import type { ListingRules } from "./listing.ts";

/** How a system cuts the frontmatter from the file. */
export interface FenceRule {
  readonly byteOrderMark: "kept" | "dropped";
  /** `exact`: a line `---`; `blanks`: blanks may follow; `prefix`: the text begins with `---`. */
  readonly opener: "exact" | "blanks" | "prefix";
  /** `anywhere`: the next three dashes, even inside a value; `prefix`: a line that begins with them. */
  readonly closer: "exact" | "blanks" | "prefix" | "anywhere";
  readonly whenMissing: "body" | "refused";
  readonly whenUnclosed: "body" | "refused";
  readonly whenEmpty: "empty" | "refused";
  readonly body: "verbatim" | "trimmed";
}

/** What a system sees in a file: the values and the instructions. */
export interface ParsedFile {
  readonly frontmatter: JsonObject;
  readonly body: string;
}

/** Either what the system sees, or why it refuses the file. */
export type ParseResult =
  | { readonly ok: true; readonly parsed: ParsedFile }
  | { readonly ok: false; readonly problems: readonly Problem[] };

export interface NameVerdict {
  readonly isValid: boolean;
  /** Why it is not, to end "expected …". */
  readonly expected?: string;
  /** What the system makes of the name. */
  readonly normalized?: string;
}

/** A place for what a dialect has no field for, so that it survives the way there and back. */
export interface PreservedPlace {
  readonly path: readonly string[];
  /** `map`: one nested map; `strings`: flat keys with this prefix and text values. */
  readonly form: "map" | "strings";
  readonly prefix: string;
}

/** A file seen through a dialect. */
export interface Reading {
  readonly dialect: Dialect;
  readonly document: Document;
  /** Frontmatter as the system sees it, `metadata` resolved to a map where it was text. */
  readonly view: JsonObject;
  readonly body: string;
  /** The namespace under `metadata` that this file uses. */
  readonly namespace?: string;
  /** The name of the folder that holds the file. */
  readonly directory?: string;
  readonly path?: string;
  /** Why the system refuses the file as it is written; the view is then what could be saved. */
  readonly refusals: readonly Problem[];
}

export interface Description {
  readonly name?: string;
  readonly description?: string;
}

/** What detection looks at. */
export interface Evidence {
  readonly frontmatter: JsonObject;
  /** Keys under `metadata` that hold a map. */
  readonly namespaces: readonly string[];
  readonly path: string;
}

export interface Detection {
  /** The strongest evidence wins; ties go to the earlier dialect in the list. */
  readonly weight: number;
  /** Completes "This is … because …". */
  readonly reason: string;
}

export type PlaceholderSyntax = "double-brace" | "arguments" | "base-dir";

export interface Permission {
  readonly domain: string;
  readonly level: string;
  readonly scope?: string;
}

/** How a system decides on a grant: silently, by asking, only inside a sandbox, or not at all. */
export type GrantDecision = "auto" | "prompt" | "sandboxed" | "refused";

/** What a system with permissions and versions can be asked. Undefined: the question is malformed. */
export interface TrustRules {
  readonly readPermission: (value: string) => Permission | undefined;
  readonly decide: (tier: string, permission: string) => GrantDecision | undefined;
  readonly satisfies: (version: string, range: string) => boolean | undefined;
}

/** The block under `metadata` that a system works with. */
export interface MetadataBlock {
  readonly namespace: string | null;
  readonly data: Json;
}

/** Something people write in a place where the system does not read it. */
export interface Misplacement {
  /** As in the table of fields, with the namespace left open. */
  readonly from: Path;
  readonly to: Path;
  /** One sentence: what the system reads instead. */
  readonly why: string;
}

/** What a skill asks for after configuration had its say. */
export interface EffectivePolicy {
  readonly isEnabled: boolean;
  /** Skips the runtime checks. */
  readonly isAlways: boolean;
  /** A requirement is malformed or unknown. */
  readonly isInvalid: boolean;
  /** Every list of requirements by name, or nothing to check. */
  readonly requires: { readonly [list: string]: readonly string[] } | null;
  /** The variable that a configured API key fills. */
  readonly primaryEnv?: string;
  /** Keys under which configuration speaks of the skill; the first that is there counts. */
  readonly configKeys: readonly string[];
}

/** What the choice of an installer looks at. */
export interface InstallRequest {
  readonly install: readonly Json[];
  /** Programs found on the machine. */
  readonly bins: readonly string[];
  readonly platform: string;
  readonly config: JsonObject;
}

/** A way to install what a skill needs, as a person is offered it. */
export interface InstallOption {
  readonly id: string;
  readonly kind: string;
  readonly spec: JsonObject;
}

/** A chat message that calls a skill, and what each input gets from it. */
export interface ChatCall {
  readonly skill: string;
  readonly values: { readonly [input: string]: string };
}

/** Why something cannot be taken over, and what to do about it. */
export interface Refusal {
  readonly message: string;
  readonly hint?: string;
}

/** A value that a projection put under `metadata`. */
export interface ProjectedValue {
  /** The key under `metadata`. */
  readonly key: string;
  /** Where the value stood, and what it was. */
  readonly path: Path;
  readonly value: Json;
}

/** A frontmatter made from another system's, or why there is none. */
export type Migration =
  | {
      readonly ok: true;
      readonly frontmatter: JsonObject;
      /** What a person must look at. */
      readonly review: readonly string[];
      /** Files to write beside the SKILL.md, by path. */
      readonly files?: { readonly [path: string]: string };
      /** The tools that hand on to files of the skill; without a file nothing runs. */
      readonly handlers?: readonly MigratedHandler[];
    }
  | { readonly ok: false; readonly problems: readonly Refusal[] };

export interface MigratedHandler {
  readonly tool: string;
  /** From the folder of the skill. */
  readonly file?: string;
}

/** Where a system keeps installed skills, and what belongs into the folder of one. */
export interface SkillLayout {
  /** The name of the client that reads skills there. */
  readonly client: string;
  /** Variable of the environment that names the folder of the system. */
  readonly variable: string;
  /** That folder otherwise, inside the home of the user. */
  readonly home: string;
  /** The folder of skills inside it; each skill has one of its name there. */
  readonly skills: string;
  /** Files of an installed skill, the first two by its author. */
  readonly installed: readonly string[];
  /** Files of a skill while it is written. */
  readonly development: readonly string[];
}

/** One system's idea of a skill: mostly data, driven by `fields`. */
export interface Dialect {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** The specification that clients of every maker share. */
  readonly isOpenSpecification?: boolean;
  /** What the rules were taken from, and its date. */
  readonly source: { readonly document: string; readonly date: string };
  readonly fields: readonly Field[];
  /** Namespaces under `metadata`, the first one defined is used. */
  readonly namespaces: readonly string[];
  /** Namespaces that look right and are not read here. */
  readonly ignoredNamespaces?: readonly string[];
  /** Places where people put things that are read elsewhere. */
  readonly misplacements?: readonly Misplacement[];
  readonly fence: FenceRule;
  readonly scalars: ScalarRule;
  /** Oddities of writing that the system bears; every other error of writing makes it refuse. */
  readonly tolerates: readonly ProblemKind[];
  readonly unknownKeys: "kept" | "refused";
  readonly placeholders: readonly PlaceholderSyntax[];
  readonly maxFileBytes?: number;
  /** All files of a skill together are smaller than this. */
  readonly packageBytesBelow?: number;
  /** The folder must carry the skill's name. */
  readonly nameEqualsDirectory: boolean;
  /** Characters of the description that lists show, where a system cuts it. */
  readonly listedDescription?: number;
  readonly preserve: PreservedPlace;
  /** Values in the file are text only, in block style. */
  readonly allowsFlow: boolean;
  readonly jsonKeys: readonly string[];
  /** A reader of the system takes one line for each of its fields, `metadata` apart. */
  readonly readsOneLine?: boolean;
  /** Key order of a file written from nothing; keys not named follow. */
  readonly keyOrder: readonly string[];
  /** `metadata` may be text that holds JSON, read this leniently. */
  readonly metadataText?: JsonLeniency;
  /** Values under `metadata` must be text. */
  readonly metadataIsStrings: boolean;
  readonly checkName: (value: string) => NameVerdict;
  readonly detect: (evidence: Evidence) => Detection | undefined;
  /** What the system itself sees; where absent, the shared reader follows `fence` and `scalars`. */
  readonly parse?: (text: string) => ParseResult;
  /** Style that the system refuses though it is YAML; offsets count from the start of `inner`. */
  readonly refusedStyle?: (inner: string) => Problem | undefined;
  /** The name and description that the system works with, fallbacks included. */
  readonly describe: (reading: Reading) => Description;
  /** What the table cannot say. */
  readonly rules?: (reading: Reading) => readonly Violation[];
  /** Last touch on the model after the table was read. */
  readonly finish?: (skill: Skill, reading: Reading) => Skill;
  /** Where the block of the loader differs from what stands in the file. */
  readonly metadata?: (reading: Reading) => MetadataBlock;
  readonly trust?: TrustRules;
  /** What the entries of the configuration, by key, make of a skill. */
  readonly policy?: (reading: Reading, entries: JsonObject) => EffectivePolicy;
  /** Which skill counts where names meet, and what it takes to be offered. */
  readonly gating?: GatingRules;
  /** Where it keeps skills and settings. */
  readonly homes?: HomeRules;
  /** The list of skills that the model is shown. */
  readonly listing?: ListingRules;
  /** Slash commands for skills of these names, in their order; none of the reserved ones. */
  readonly commandNames?: (
    names: readonly string[],
    reserved: readonly string[],
  ) => readonly string[];
  readonly installOptions?: (request: InstallRequest) => readonly InstallOption[];
  /** The skill that a chat message calls, its inputs given; undefined: an ordinary message. */
  readonly chat?: (
    message: string,
    inputs: readonly Pick<InputDefinition, "name" | "required">[],
  ) => ChatCall | undefined;
  /** The program that runs the system, where its releases differ: by them the edition is known. */
  readonly program?: {
    readonly command: string;
    /** Its package in the registry of npm. */
    readonly package: string;
    /** Where its settings say which release wrote them. */
    readonly versionInSettings: Path;
    /** Folders of the system that lie in the package, by name. */
    readonly folders: { readonly [name: string]: string };
  };
  /** The edition that people run today: what they mean by the bare name of the system. */
  readonly isCurrent?: boolean;
  /** Skills of this kind are kept, edited and run by a server; the owner stands in the file. */
  readonly isHosted?: boolean;
  /** A server of such skills does not start while one of them breaks the rules. */
  readonly guardsStart?: boolean;
  /** Only portable fields, everything else as text under `metadata`; the source stays as it is. */
  readonly project?: (reading: Reading) => JsonObject;
  /** What `project` has put under `metadata`, key by key, and what each stood for. */
  readonly unproject?: (metadata: JsonObject) => readonly ProjectedValue[];
  /** Takes over a skill of an older or foreign shape; `from` names it, or `auto`. */
  readonly migrate?: (document: Document, from: string) => Migration;
  /** The layout of folders for skills with tools. */
  readonly layout?: SkillLayout;
  /** What a new skill of this dialect looks like beyond name and description. */
  readonly skeleton: (name: string) => JsonObject;
}
