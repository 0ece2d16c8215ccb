import type { FacetId, Facets } from "./skill.ts";

/** Words for each facet, as reports and tables show them. */
export const facetTitles: { readonly [Id in FacetId]: string } = {
  "identity.name": "name",
  "identity.id": "identifier",
  "identity.version": "version",
  "identity.title": "display name",
  "identity.emoji": "emoji",
  "identity.icon": "icon",
  "identity.color": "colour",
  "identity.homepage": "home page",
  "identity.repository": "source repository",
  "identity.registry": "registry",
  "identity.license": "licence",
  "identity.tags": "tags",
  "identity.configKey": "configuration key",
  "guidance.description": "description",
  "guidance.shortDescription": "short description",
  "guidance.whenToUse": "when to use",
  "invocation.byModel": "offered to the model",
  "invocation.byUser": "offered to the user",
  "invocation.argumentHint": "argument hint",
  "invocation.argumentNames": "argument names",
  "invocation.paths": "path patterns",
  "invocation.dispatch": "command dispatch",
  "invocation.dispatchTool": "dispatched tool",
  "invocation.dispatchArgumentMode": "dispatch argument mode",
  "requirements.always": "always eligible",
  "requirements.os": "operating systems",
  "requirements.bins": "required binaries",
  "requirements.anyBins": "alternative binaries",
  "requirements.env": "environment variables",
  "requirements.primaryEnv": "API key variable",
  "requirements.config": "configuration paths",
  "requirements.hostRoles": "host roles",
  "requirements.capabilities": "host capabilities",
  "requirements.anyCapabilities": "alternative host capabilities",
  "requirements.install": "installers",
  "requirements.compatibility": "compatibility note",
  "requirements.modelSize": "minimum model size",
  "requirements.contextWindow": "minimum context window",
  "requirements.python": "Python version",
  "requirements.hardware": "hardware",
  "authority.permissions": "permissions",
  "authority.tier": "security tier",
  "authority.allowedTools": "allowed tools",
  "authority.disallowedTools": "disallowed tools",
  "tools.declared": "tools in code",
  "tools.required": "required tools",
  "template.inputs": "inputs",
  "execution.model": "model",
  "execution.temperature": "temperature",
  "execution.maxTokens": "token limit",
  "execution.knowledgeBase": "knowledge base",
  "execution.effort": "effort",
  "execution.context": "context",
  "execution.agent": "agent",
  "execution.background": "background run",
  "execution.shell": "shell",
  "execution.hooks": "hooks",
  "relations.skills": "skills it depends on",
  "relations.pythonPackages": "Python packages",
  "relations.nodePackages": "Node packages",
  "relations.references": "references",
  "relations.published": "published MCP resources",
  "ownership.author": "author",
  "ownership.userId": "owner",
};

/** Every facet, in the order in which reports list them. */
// Object.keys is typed as string[]; the table above is keyed by FacetId exactly.
export const facetIds: readonly FacetId[] = Object.keys(facetTitles) as FacetId[];

export function isFacetId(value: string): value is FacetId {
  return Object.hasOwn(facetTitles, value);
}

/** Facets with nothing said in them. */
export function emptyFacets(): Facets {
  return {
    identity: {},
    guidance: {},
    invocation: {},
    requirements: {},
    authority: {},
    tools: {},
    template: {},
    execution: {},
    relations: {},
    ownership: {},
  };
}
