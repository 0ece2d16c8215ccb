import { type FacetId, facetIds, type Facets, getFacet } from "../../skill/index.ts";

/** What goes missing where a system does not read a facet; facets not named here only decorate. */
const losses: { readonly [Id in FacetId]?: string } = {
  "guidance.whenToUse": "its words on when to use it are not shown",
  "invocation.byModel": "the choice whether the model may start it has no effect",
  "invocation.byUser": "the choice whether a user may start it has no effect",
  "invocation.argumentHint": "the argument hint is not shown",
  "invocation.argumentNames": "named arguments are not filled in",
  "invocation.paths": "it is offered for every path",
  "invocation.dispatch": "the command goes to the model instead of a tool",
  "invocation.dispatchTool": "the command goes to the model instead of a tool",
  "requirements.always": "`always` has no effect",
  "requirements.os": "it is offered on every operating system",
  "requirements.bins": "it is offered where its binaries are missing",
  "requirements.anyBins": "it is offered where its binaries are missing",
  "requirements.env": "it is offered where its environment variables are missing",
  "requirements.primaryEnv": "a configured API key does not reach it",
  "requirements.config": "it is offered whatever the configuration says",
  "requirements.hostRoles": "it is offered whatever hosts are connected",
  "requirements.capabilities": "it is offered whatever hosts are connected",
  "requirements.anyCapabilities": "it is offered whatever hosts are connected",
  "requirements.modelSize": "the minimum model size is not checked",
  "requirements.contextWindow": "the minimum context window is not checked",
  "requirements.compatibility": "its words on what it needs are not shown",
  "authority.permissions": "its permissions are not enforced",
  "authority.tier": "its security tier is not known",
  "authority.allowedTools": "its allowed tools are not approved beforehand",
  "authority.disallowedTools": "its disallowed tools stay available",
  "tools.declared": "its tools in code are not loaded",
  "tools.required": "the tools it needs are not checked",
  "template.inputs": "its inputs are not asked for and its placeholders not filled in",
  "execution.model": "the model it asks for is not used",
  "execution.temperature": "its temperature is not used",
  "execution.maxTokens": "its token limit is not used",
  "execution.knowledgeBase": "its knowledge base is not searched",
  "execution.effort": "its effort is not used",
  "execution.context": "it does not run in a subagent",
  "execution.agent": "the agent it asks for is not used",
  "execution.hooks": "its hooks are not set",
  "execution.shell": "its choice of shell has no effect",
  "relations.skills": "the skills it depends on are not loaded with it",
  "relations.pythonPackages": "its Python packages are not installed",
  "relations.nodePackages": "its Node packages are not installed",
  "relations.references": "its references are not listed",
  "relations.published": "its MCP resources are not published",
};

export interface Loss {
  readonly facet: FacetId;
  readonly words: string;
}

/** What a skill says that matters, and would be lost on a system that does not hear it. */
export function listLosses(facets: Facets): readonly Loss[] {
  return facetIds.flatMap((facet) => {
    const words = losses[facet];
    const value = getFacet(facets, facet);
    const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
    return words === undefined || isEmpty ? [] : [{ facet, words }];
  });
}
