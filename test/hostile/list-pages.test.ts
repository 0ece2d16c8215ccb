/** Every route that gives a list gives it in pages, or the list has a bound that is stated here. */
import { expect, it } from "vitest";
import { z } from "zod";
import { loadApiRoutes } from "../../src/serve/api/index.ts";

/** Lists without pages, and what bounds each of them. */
const BOUNDED: { readonly [route: string]: string } = {
  listLibrary: "the folders of skills that the operator serves",
  explainSkill: "the systems that are known, and the problems of one skill",
  showDependencies: "the installers that one skill names",
  showPrompt: "made of the text that was sent, and bounded as the output of a job",
  readPromptParts: "the folders of skills that the operator serves",
  listHosts: "256 connections of hosts",
  listFeatureFlags: "the four features that can be turned on",
  listModelProviders: "50 providers of a server",
  findLocalModels: "three servers of this machine",
  listModels: "the models of the settings",
  listEmbeds: "100 published pages of an account",
  listTokens: "500 tokens of an account",
  readFactors: "20 passkeys of an account",
  readSessionOptions: "the services that the operator connected",
  readTeam: "accounts that agreed to be in a team",
  listPublisherMembers: "accounts that agreed to be in a publisher",
  listSkillFiles: "the files of one skill, within its bytes",
  listSkillVersions: "50 former texts of a skill",
  listRules: "the codes of the program",
  readPassage: "the neighbours of one passage",
  readExecution: "the nodes of one workflow",
  readWorkflow: "the problems of one graph",
  listTriggers: "20 triggers of a workflow",
  listTrustedBuilds: "100 builds that a publisher trusts",
  listRegistryWebhooks: "20 webhooks of an account",
  openFolderSkill: "the files of one skill, within the limits of a package",
  listRegistryTransfers: "the first 1,000 that wait for an answer",
  listRegistryKeys: "20 keys of a publisher, 100 of the registry",
  listRegistryRequests: "the newest requests of each kind",
  readRegistryVersion: "the files of one version",
  readServerHealth: "the kinds of work and the places of storage",
};

const PAGES: ReadonlySet<string> = new Set(["limit", "cursor", "top_k", "before"]);

interface JsonSchema {
  readonly type?: string;
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly items?: JsonSchema;
}

/** Names of the lists of objects that an answer has. */
function listsOf(schema: z.ZodType | undefined): readonly string[] {
  if (schema === undefined) return [];
  const json = z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }) as JsonSchema;
  return Object.entries(json.properties ?? {}).flatMap(([name, { type, items }]) =>
    type === "array" && items?.properties !== undefined ? [name] : [],
  );
}

it("[BX-14] every list of the API has pages or a stated bound", async () => {
  const unbounded: string[] = [];
  const seen = new Set<string>();
  for (const { id, method, answers, query } of await loadApiRoutes()) {
    if (method !== "GET") continue;
    const lists = listsOf(answers[200]?.schema);
    if (lists.length === 0) continue;
    const names = Object.keys((query as z.ZodObject | undefined)?.shape ?? {});
    if (names.some((name) => PAGES.has(name))) continue;
    seen.add(id);
    if (BOUNDED[id] === undefined) unbounded.push(`${id}: ${lists.join(", ")}`);
  }
  expect(unbounded).toEqual([]);
  // A route that is gone, or has pages by now, needs no line.
  expect(Object.keys(BOUNDED).filter((id) => !seen.has(id))).toEqual([]);
});
