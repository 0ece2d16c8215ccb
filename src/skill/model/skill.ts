import type { Json, Path } from "./json.ts";

export interface Identity {
  readonly name?: string;
  /** Identity apart from the name, where a system keeps both. */
  readonly id?: string;
  readonly version?: string;
  readonly title?: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly color?: string;
  readonly homepage?: string;
  readonly repository?: string;
  readonly registry?: string;
  readonly license?: string;
  readonly tags?: readonly string[];
  /** The key under which configuration speaks of the skill. */
  readonly configKey?: string;
}

export interface Guidance {
  readonly description?: string;
  readonly shortDescription?: string;
  readonly whenToUse?: string;
}

export interface Invocation {
  readonly byModel?: boolean;
  readonly byUser?: boolean;
  readonly argumentHint?: string;
  readonly argumentNames?: readonly string[];
  readonly paths?: readonly string[];
  readonly dispatch?: string;
  readonly dispatchTool?: string;
  readonly dispatchArgumentMode?: string;
}

/** One way to install what a skill needs; fields beyond these are kept as written. */
export interface InstallSpec {
  readonly kind?: string;
  readonly id?: string;
  readonly label?: string;
  readonly bins?: readonly string[];
  readonly [key: string]: Json | undefined;
}

export interface Requirements {
  /** Skips the runtime checks. */
  readonly always?: boolean;
  readonly os?: readonly string[];
  readonly bins?: readonly string[];
  readonly anyBins?: readonly string[];
  readonly env?: readonly string[];
  /** The variable that a configured API key fills. */
  readonly primaryEnv?: string;
  readonly config?: readonly string[];
  readonly hostRoles?: readonly string[];
  readonly capabilities?: readonly string[];
  readonly anyCapabilities?: readonly string[];
  readonly install?: readonly InstallSpec[];
  /** Free text for people. */
  readonly compatibility?: string;
  readonly modelSize?: string;
  readonly contextWindow?: string;
  readonly python?: string;
  readonly hardware?: { readonly [key: string]: Json };
}

export interface Authority {
  readonly permissions?: readonly string[];
  readonly tier?: string;
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
}

export interface ToolDeclaration {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: { readonly [name: string]: Json };
  readonly returns?: Json;
  readonly atomic?: boolean;
  readonly [key: string]: Json | undefined;
}

export interface Tools {
  readonly declared?: readonly ToolDeclaration[];
  /** Tools of the host that the skill calls. */
  readonly required?: readonly string[];
}

export interface InputDefinition {
  readonly name: string;
  readonly label?: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly default?: string;
  readonly description?: string;
}

export interface Template {
  readonly inputs?: readonly InputDefinition[];
}

export interface Execution {
  readonly model?: string;
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly knowledgeBase?: string;
  readonly effort?: string;
  readonly context?: string;
  readonly agent?: string;
  readonly background?: boolean;
  readonly shell?: string;
  readonly hooks?: { readonly [key: string]: Json };
}

export interface SkillReference {
  readonly id: string;
  readonly path: string;
  readonly mimeType?: string;
  readonly title?: string;
  /** Ids that it had before. */
  readonly aliases?: readonly string[];
}

export interface SkillDependency {
  readonly name: string;
  readonly version?: string;
}

export interface Relations {
  readonly skills?: readonly SkillDependency[];
  readonly pythonPackages?: readonly string[];
  readonly nodePackages?: readonly string[];
  readonly references?: readonly SkillReference[];
  /** MCP URIs that the skill publishes. */
  readonly published?: readonly string[];
}

export interface Ownership {
  readonly author?: string;
  readonly userId?: string;
}

/** All that a skill can say, by what it means; no dialect appears here. */
export interface Facets {
  readonly identity: Identity;
  readonly guidance: Guidance;
  readonly invocation: Invocation;
  readonly requirements: Requirements;
  readonly authority: Authority;
  readonly tools: Tools;
  readonly template: Template;
  readonly execution: Execution;
  readonly relations: Relations;
  readonly ownership: Ownership;
}

/** `group.key`, for example `requirements.bins`. */
export type FacetId = {
  [Group in keyof Facets]: `${Group}.${Extract<keyof Facets[Group], string>}`;
}[keyof Facets];

/** What no field of the dialect fits: kept with its path, never lost. */
export interface Extension {
  readonly path: Path;
  readonly value: Json;
}

/** What a skill says, in one model for all formats. */
export interface Skill extends Facets {
  readonly extensions: readonly Extension[];
  readonly body: string;
  /** Where in the frontmatter each facet was read from. */
  readonly sources: { readonly [Id in FacetId]?: Path };
}

export function getFacet(facets: Facets, id: FacetId): Json | undefined {
  const [group, key] = splitFacet(id);
  // The facet groups are records of Json; TypeScript cannot follow the template literal back.
  return (facets[group] as unknown as Record<string, Json | undefined>)[key];
}

export function splitFacet(id: FacetId): [keyof Facets, string] {
  const dot = id.indexOf(".");
  return [id.slice(0, dot) as keyof Facets, id.slice(dot + 1)];
}
