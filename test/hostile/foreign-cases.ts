/** For every route: which of the owner's ids it takes, and what is sent with them. A route without a line here fails. */
import type { ApiRoute } from "../../src/serve/api/index.ts";
import { MARK, type Owned } from "./owner.ts";

/** Routes that take no id of anybody: about the caller alone, or about the server. */
export const WITHOUT_ID: ReadonlySet<string> = new Set([
  ..."register login refresh logout readMe changePassword listTokens makeToken rotateKeys".split(
    " ",
  ),
  ..."readKeys listUsers createUser readSessionOptions openSession openSessionByLink".split(" "),
  ..."registerSession renewSession closeSession listTeams createTeam listInvitations listSkills listGrants".split(
    " ",
  ),
  ..."listEverySkill listLibrary explainSkill showDependencies showPrompt readPromptParts readLibraryText listHosts followLibrary".split(
    " ",
  ),
  ..."openFolderSkill readFolderFile saveFolderSkill listRegistryWebhooks subscribeToRegistry".split(
    " ",
  ),
  ..."copyLibrarySkill fetchRepository draftSkill listKnowledgeBases listChats listModels listWorkflows".split(
    " ",
  ),
  ..."listApprovals createWorkflow importWorkflow registryWhoAmI listOwnPublishers beginDeviceLogin listRegistryTransfers".split(
    " ",
  ),
  ..."pollDeviceLogin exchangeBuildToken rotateRegistryRoot listRegistryQueue listRegistryPromotions listRegistryReports".split(
    " ",
  ),
  ..."readReadiness readMetrics readOpenApi readHealthOfAgentFlow".split(" "),
  ..."listModelProviders addModelProvider findLocalModels setModelRules".split(" "),
  // They take a word that nobody can guess, or what a browser has signed.
  ..."readFactors beginAuthenticator confirmAuthenticator removeAuthenticator askForNewPasskey addPasskey".split(
    " ",
  ),
  ..."askForPasskey openSessionByPasskey confirmAddress forgetPassword resetPassword".split(" "),
  ..."listAdminUsers listFeatureFlags readServerHealth readTokenUsage readAuditLog".split(" "),
  // They take the text of evaluations or a code, and nothing of the server.
  ..."listEvalCases convertEvals listEvalFormats compareEvals listRules".split(" "),
]);

/** Routes whose id is public: what they tell is on the page of a publisher. */
export const PUBLIC_ID: ReadonlySet<string> = new Set([
  "readPublisher",
  // Services that everybody may log in by.
  "beginSignOn",
  "finishSignOn",
]);

/** Routes that take an id in their query or body; each request with what it names. */
export const BY_CONTENT: {
  readonly [route: string]: (owned: Owned) => readonly {
    readonly query?: string;
    readonly body?: unknown;
  }[];
} = {
  createSkill: ({ skill }) => [
    { body: { name: skill, content: `---\nname: ${skill}\ndescription: x\n---\n\nMine now.\n` } },
  ],
  scanSkill: ({ skill }) => [{ body: { skills: [skill] } }],
  lintSkill: ({ skill }) => [{ body: { skills: [skill] } }],
  toolsList: ({ skill }) => [{ body: { skills: [skill] } }],
  checkSkillTools: ({ skill }) => [{ body: { skills: [skill] } }],
  showPermissions: ({ skill }) => [{ body: { skills: [skill] } }],
  convertSkill: ({ skill }) => [{ body: { skill, to: "claude" } }],
  validateSkill: ({ skill }) => [{ body: { skills: [skill] } }],
  inspectSkill: ({ skill }) => [{ body: { skill } }],
  compareSystems: ({ skill }) => [{ body: { skills: [skill] } }],
  draftEvals: ({ skill }) => [{ body: { skill } }],
  findCollisions: ({ skill }) => [{ body: { skills: [skill] } }],
  createKnowledgeBase: ({ kb }) => [{ body: { name: kb } }],
  listRuns: ({ skill }) => [
    { query: `?skill=${skill}` },
    { query: "?all=true" },
    { query: `?words=${MARK}` },
  ],
  chat: ({ chat, kb, workflow }) => [
    { body: { session_id: chat, message: "What was said before?" } },
    { body: { session_id: "bob-1", message: "word", kb_id: kb } },
    { body: { session_id: "bob-2", message: "word", workflow_id: workflow } },
    { body: { session_id: chat, message: "again", retry: true } },
  ],
  publishEmbed: ({ workflow }) => [{ body: { workflow_id: workflow } }],
  listEmbeds: ({ workflow }) => [{ query: `?workflow_id=${workflow}` }],
  listExecutions: ({ workflow, execution }) => [
    { query: `?workflow_id=${workflow}` },
    { query: `?parent_id=${execution}` },
  ],
  createPublisher: ({ team, publisher }) => [
    { body: { handle: "bobs-books", team_id: team } },
    { body: { handle: publisher } },
  ],
  listRegistryKeys: ({ publisher }) => [{ query: `?publisher=${publisher}` }],
  addRegistryKey: ({ publisher }) => [
    { body: { public_key: Buffer.alloc(32, 7).toString("base64"), publisher } },
  ],
  readDeviceLogin: () => [{ query: "?user_code=AAAA-AAAA" }],
  answerDeviceLogin: () => [{ body: { user_code: "AAAA-AAAA", is_approved: true } }],
  publishRegistrySkill: ({ publisher, package: name }) => [
    { body: published(name, publisher) },
    { body: published(name) },
    { body: published("bobs-letters", publisher) },
  ],
  readRegistryOffers: ({ package: name, publisher }) => [
    { query: `?names=${name}` },
    { query: `?names=@${publisher}/${name}` },
  ],
  listRegistrySkills: ({ publisher }) => [
    { query: `?publisher=${publisher}` },
    { query: "?only=own" },
  ],
  searchRegistry: ({ package: name }) => [
    { query: `?q=${MARK}` },
    { query: `?q=${name}&mode=exact` },
  ],
};

function published(name: string, publisher?: string): object {
  const text = `---\nname: ${name}\ndescription: Sorts letters. Use when asked to.\n---\n\nMine.\n`;
  return {
    name,
    version: "9.0.0",
    files: [{ path: "SKILL.md", text }],
    ...(publisher === undefined ? {} : { publisher }),
  };
}

const GRAPH = { nodes: [{ id: "start", type: "start" }], edges: [] };

/** Bodies that their schemas take, so that a refusal is one of rights. */
const BODIES: { readonly [route: string]: unknown } = {
  decideApproval: { approved: true },
  createTrigger: { kind: "webhook" },
  enableTrigger: { enabled: true },
  changeUser: { role: "admin" },
  removePasskey: { password: "correct horse" },
  setFeatureFlag: { enabled: true },
  changeModelProvider: { name: "mine" },
  testModelProvider: {},
  renameTeam: { name: "Bob's" },
  setTeamMember: { email: "bob@example.org", role: "owner" },
  updateSkill: { content: "---\nname: ann-letters\ndescription: x\n---\n\nMine now.\n" },
  writeSkillFile: { content: "mine" },
  shareSkill: { visibility: "public" },
  shareKnowledgeBase: { visibility: "public" },
  shareWorkflow: { visibility: "public" },
  grantSkill: { permissions: ["network:read"], digest: "x" },
  runSkill: { inputs: {} },
  renameChat: { title: "Bob's" },
  executeWorkflow: { input: "x" },
  updateWorkflow: { name: "Bob's", graph_data: GRAPH },
  setPublisherOfficial: { is_official: true },
  setPublisherBan: { is_banned: true, reason: "x" },
  setPublisherMember: { email: "bob@example.org", role: "owner" },
  yankRegistryVersion: { reason: "x" },
  unyankRegistryVersion: { reason: "x" },
  deprecateRegistrySkill: { message: "x" },
  setRegistryVisibility: { visibility: "public" },
  setRegistryTag: { version: "1.0.0" },
  reviewRegistrySkill: { rating: 1, text: "x" },
  reportRegistrySkill: { reason: "malware", text: "x" },
  appealRegistryVersion: { text: "x" },
  takeDownRegistrySkill: { claimant: "x", reason: "x" },
  moderateRegistryVersion: { decision: "quarantine", reason: "x" },
  promoteRegistryVersion: { tier: "community" },
  decideRegistryPromotion: { is_granted: true, reason: "x" },
  renameRegistrySkill: { name: "bobs-letters" },
  mergeRegistrySkill: { into: "bobs-letters" },
  transferRegistrySkill: { to: "bob" },
  decideRegistryTransfer: { accept: true },
  trustBuild: {
    issuer: "https://gitlab.com",
    repository: "bob/letters",
    workflow: ".gitlab-ci.yml",
  },
  decideRegistryReport: { state: "upheld", reason: "x" },
};

const QUERIES: { readonly [route: string]: string } = {
  readSkillFile: "?path=notes.md",
  writeSkillFile: "?path=notes.md",
  deleteSkillFile: "?path=notes.md",
  searchKnowledgeBase: "?query=word",
  readRegistryFile: "?path=SKILL.md",
  resolveRegistryVersion: `?digest=${"0".repeat(64)}`,
  removeRegistryKey: "?publisher=ann-books",
};

/** What a parameter called `id` means, by where it stands. */
const IDS: readonly (readonly [RegExp, (owned: Owned) => string])[] = [
  [/^\/api\/v1\/auth\/tokens\//u, ({ token }) => token],
  // Made by a browser alone, and found by its id and its owner together.
  [/^\/api\/v1\/auth\/passkeys\//u, () => "1"],
  [/^\/api\/v1\/users\//u, ({ user }) => user],
  [/^\/api\/v1\/teams\//u, ({ team }) => team],
  [/^\/api\/v1\/invitations\//u, ({ invitation }) => invitation],
  [/^\/api\/v1\/runs\//u, ({ run }) => run],
  [/^\/api\/v1\/knowledge\/tasks\//u, ({ task }) => task],
  [/^\/api\/v1\/chat\/sessions\//u, ({ chat }) => chat],
  [/^\/api\/v1\/workflows\/executions\//u, ({ execution }) => execution],
  [/^\/api\/v1\/workflows\//u, ({ workflow }) => workflow],
  [/^\/api\/v1\/publish\/embed\//u, ({ embed }) => embed],
  [/^\/registry\/api\/v1\/keys\//u, ({ key }) => key],
  [/^\/registry\/api\/v1\/webhooks\//u, ({ webhook }) => webhook],
  // Only moderators, or those who are to get a skill, see them, so that any id does.
  [/^\/registry\/api\/v1\/(?:promotions|reports|transfers)\//u, () => "1"],
];

/** The owner's id for a parameter of a path; throws for one that nobody has thought of. */
function idFor(path: string, name: string, owned: Owned): string {
  const isRegistry = path.startsWith("/registry/");
  switch (name) {
    case "id": {
      const find = IDS.find(([pattern]) => pattern.test(path))?.[1];
      if (find === undefined) throw new Error(`${path} has no case: say whose id it takes.`);
      return find(owned);
    }
    case "name":
      return isRegistry ? owned.package : owned.skill;
    case "version":
      return isRegistry ? "1.0.0" : owned.skillVersion;
    case "kb":
      return owned.kb;
    case "doc":
      return owned.doc;
    case "node":
      return "start";
    case "index":
      return "0";
    case "user":
      return owned.user;
    case "handle":
      return owned.publisher;
    case "build":
      return "1";
    case "provider":
      return "house";
    case "flag":
      return "ENABLE_PUBLIC_EMBED";
    case "token":
      // Of a published page or a webhook: whoever knows it may open it, and nobody can look it up.
      return "0";
    case "trigger":
      return owned.trigger;
    case "tag":
      return "stable";
    case "action":
      return "cancel";
    default:
      throw new Error(`${path} has no case: say what \`${name}\` is.`);
  }
}

export interface ForeignRequest {
  readonly route: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly hasForm: boolean;
}

/** The request that names the owner's things. */
export function foreignRequest(route: ApiRoute, owned: Owned): ForeignRequest {
  const { id, method, path } = route;
  if (route.body !== undefined && !Object.hasOwn(BODIES, id))
    throw new Error(`${id} has no case: say what is sent to it.`);
  const filled = path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => idFor(path, name, owned));
  return {
    route: id,
    method,
    path: filled + (QUERIES[id] ?? ""),
    hasForm: route.form !== undefined,
    ...(Object.hasOwn(BODIES, id) ? { body: BODIES[id] } : {}),
  };
}
