/**
 * Who gets past the gate of which route: strangers, users and administrators, with a token of every scope. What is
 * expected stands here and not in the table of routes, so that a new route, or one with another scope, fails until
 * somebody has decided who may ask for it.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiRoute, loadApiRoutes } from "../../src/serve/api/index.ts";
import { SCOPES } from "../../src/app/hub/index.ts";
import { openDatabase } from "../../src/hub/data/index.ts";
import { createPlatform, type Platform } from "../support/platform.ts";

const apiRoutes = await loadApiRoutes();

function words(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== "");
}

/** Routes that need a token, by the scope; `admin` where only administrators may ask. */
const GUARDED: { readonly [access: string]: readonly string[] } = {
  account: words(`
    logout readMe changePassword listTokens makeToken revokeToken listTeams createTeam
    readTeam renameTeam deleteTeam setTeamMember removeTeamMember
    listInvitations acceptInvitation removeInvitation listFeatureFlags readAuditLog
    readFactors beginAuthenticator confirmAuthenticator removeAuthenticator askForNewPasskey addPasskey removePasskey
  `),
  "admin users": words(`
    rotateKeys listUsers changeUser createUser listAdminUsers disableUser enableUser deleteUser
    resetAuthenticator setFeatureFlag readTokenUsage readServerHealth grantSkill withdrawGrant
  `),
  "skills:read": words(`
    listSkills readSkill listSkillFiles readSkillFile listSkillVersions readSkillVersion
    readSkillSharing listGrants listEverySkill scanSkill toolsList checkSkillTools showPermissions draftSkill listRules lintSkill convertSkill validateSkill inspectSkill compareSystems listRuns readRun
    listEvalCases draftEvals convertEvals listEvalFormats findCollisions compareEvals
  `),
  "skills:write": words(`
    createSkill fetchRepository updateSkill deleteSkill writeSkillFile deleteSkillFile shareSkill
  `),
  "skills:run": words(`
    runSkill
  `),
  "admin skills:read": words(`
    listLibrary explainSkill showDependencies showPrompt readPromptParts readLibraryText listHosts followLibrary
    openFolderSkill readFolderFile
  `),
  "admin skills:write": words(`
    copyLibrarySkill saveFolderSkill
  `),
  "knowledge:read": words(`
    readKnowledgeBaseSharing listKnowledgeBases readKnowledgeBase listDocuments readTask
    searchKnowledgeBase readPassage followKnowledgeBase
  `),
  "knowledge:write": words(`
    shareKnowledgeBase createKnowledgeBase deleteKnowledgeBase uploadDocument
    deleteDocument processDocument changeVectors
  `),
  "workflows:read": words(`
    listApprovals listExecutions readExecution followExecution listWorkflows readWorkflow exportWorkflow
    readWorkflowSharing listEmbeds listTriggers
  `),
  "workflows:write": words(`
    createWorkflow importWorkflow updateWorkflow deleteWorkflow shareWorkflow
  `),
  "workflows:approve": words(`
    decideApproval
  `),
  "workflows:run": words(`
    executeWorkflow resumeExecution cancelExecution publishEmbed revokeEmbed createTrigger enableTrigger
    deleteTrigger
  `),
  "admin models": words(`
    listModelProviders addModelProvider changeModelProvider removeModelProvider testModelProvider
    findLocalModels setModelRules
  `),
  chat: words(`
    chat listChats readChat renameChat deleteChat listModels
  `),
  "registry:write": words(`
    listOwnPublishers createPublisher listPublisherMembers readDeviceLogin
    answerDeviceLogin publishRegistrySkill submitRegistryVersion withdrawRegistryVersion
    yankRegistryVersion unyankRegistryVersion deprecateRegistrySkill setRegistryVisibility
    renameRegistrySkill mergeRegistrySkill listRegistryTransfers listTrustedBuilds
    setRegistryTag deleteRegistrySkill undeleteRegistrySkill starRegistrySkill
    unstarRegistrySkill reviewRegistrySkill unreviewRegistrySkill reportRegistrySkill
    appealRegistryVersion reauditRegistryVersion promoteRegistryVersion
    listRegistryRequests listRegistryWebhooks subscribeToRegistry unsubscribeFromRegistry
  `),
  "registry:moderate": words(`
    setPublisherOfficial setPublisherBan takeDownRegistrySkill moderateRegistryVersion listRegistryQueue
    listRegistryPromotions decideRegistryPromotion listRegistryReports
    decideRegistryReport
  `),
  "registry:keys": words(`
    setPublisherMember addRegistryKey removeRegistryKey transferRegistrySkill decideRegistryTransfer
    trustBuild untrustBuild rotateRegistryRoot
  `),
};

/** Open routes that look at a token where one is sent: it must have a scope of the registry. */
const READING = words(`
  listRegistryKeys readPublisher readRegistryOffers listRegistrySkills searchRegistry
  readRegistrySkill listRegistryVersions resolveRegistryVersion listRegistryReviews
  readRegistryLog downloadRegistrySkill readRegistryFile readRegistryAudit
  readRegistryVersion readRegistryProvenance registryWhoAmI
`);

/** Open routes to which a token means nothing. */
const OPEN = words(`
  register login refresh readKeys readSessionOptions openSession openSessionByLink
  registerSession renewSession closeSession beginDeviceLogin pollDeviceLogin exchangeBuildToken readReadiness
  readMetrics readOpenApi readHealthOfAgentFlow viewEmbed callWebhook askForPasskey openSessionByPasskey
  beginSignOn finishSignOn confirmAddress forgetPassword resetPassword
`);

/** Only for a person: a token is refused, whatever its scopes are. */
const SESSION_ONLY = new Set(["readDeviceLogin", "answerDeviceLogin", "logout"]);

interface Expectation {
  readonly access: "user" | "admin";
  readonly scope: string;
}

const expected = new Map<string, Expectation>(
  Object.entries(GUARDED).flatMap(([key, ids]) => {
    const scope = key.replace(/^admin /u, "");
    const access = key.startsWith("admin ") ? ("admin" as const) : ("user" as const);
    return ids.map((id): [string, Expectation] => [id, { access, scope }]);
  }),
);

interface Answer {
  readonly status: number;
  readonly text: string;
}

let platform: Platform;
/** Tokens by their user: with one scope alone, and with every scope but that one. */
const tokens = new Map<string, string>();

beforeAll(async () => {
  const limiter = { take: async () => undefined, giveBack: async () => {} };
  platform = await createPlatform({
    database: await openDatabase({ address: ":memory:" }),
    more: { limiter },
  });
  for (const user of ["admin", "user"]) {
    const session = await platform.join(`${user}@example.org`);
    for (const scope of SCOPES) {
      tokens.set(`${user} only ${scope}`, await mint(session, [scope]));
      const others = SCOPES.filter((other) => other !== scope);
      tokens.set(`${user} without ${scope}`, await mint(session, others));
    }
    const outside = SCOPES.filter((scope) => !scope.startsWith("registry:"));
    tokens.set(`${user} without registry`, await mint(session, outside));
  }
});

async function mint(token: string, scopes: readonly string[]): Promise<string> {
  const body = { name: "matrix", scopes };
  const { json } = await platform.send("POST", "/api/v1/auth/tokens", { token, body });
  return (json as { readonly token: string }).token;
}

/** Sends no body and names nothing that exists: whoever gets past the gate is refused behind it. */
async function ask({ method, path }: ApiRoute, who?: string): Promise<Answer> {
  const token = who === undefined ? undefined : tokens.get(who);
  if (who !== undefined && token === undefined) throw new Error(`There is no token ${who}.`);
  const response = await platform.fetch(
    new Request(`http://platform.test${path.replaceAll(/\{\w+\}/gu, "none")}`, {
      method,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    }),
  );
  if (response.headers.get("content-type")?.startsWith("text/event-stream") === true) {
    await response.body?.cancel();
    return { status: response.status, text: "" };
  }
  return { status: response.status, text: await response.text() };
}

const LACKING = /The token lacks the scope/u;
const ROLE = /Only an administrator may do this/u;

describe("every route", () => {
  it("[BX-14] has somebody who decided who may ask for it", () => {
    const decided = [...expected.keys(), ...READING, ...OPEN];
    expect(apiRoutes.map(({ id }) => id).toSorted()).toEqual(decided.toSorted());
    const guarded = apiRoutes.filter((route) => route.access !== "everyone");
    expect(guarded.map(({ id }) => id).toSorted()).toEqual([...expected.keys()].toSorted());
  });

  const guarded = apiRoutes.filter(({ id }) => expected.has(id));
  it.each(guarded.map((route) => [route.id, route] as const))(
    "[BX-14] %s is closed to strangers, and to tokens without its scope",
    async (id, route) => {
      const { access, scope } = expected.get(id) ?? { access: "admin", scope: "" };
      expect(await ask(route)).toMatchObject({ status: 401 });
      for (const user of ["admin", "user"]) {
        const refused = await ask(route, `${user} without ${scope}`);
        expect(refused.status).toBe(403);
        expect(refused.text).toMatch(access === "admin" && user === "user" ? ROLE : LACKING);
      }
      const asUser = await ask(route, `user only ${scope}`);
      if (access === "admin") {
        expect(asUser.status).toBe(403);
        expect(asUser.text).toMatch(ROLE);
      } else expect(asUser.text).not.toContain(`lacks the scope ${scope}`);
      const asAdmin = await ask(route, `admin only ${scope}`);
      // Keys of the registry itself need a second scope, so that the own one is named.
      expect(asAdmin.text).not.toContain(`lacks the scope ${scope}`);
      expect(asAdmin.text).not.toMatch(ROLE);
      if (!SESSION_ONLY.has(id)) expect(asAdmin.status).not.toBe(401);
    },
  );

  const reading = apiRoutes.filter(({ id }) => READING.includes(id));
  it.each(reading.map((route) => [route.id, route] as const))(
    "[BX-14] %s tells nothing to a token without a scope of the registry",
    async (_, route) => {
      for (const user of ["admin", "user"]) {
        const refused = await ask(route, `${user} without registry`);
        // What is wrong with the request itself may be said first.
        expect([400, 403]).toContain(refused.status);
        const allowed = await ask(route, `${user} only registry:read`);
        expect(allowed.text).not.toMatch(LACKING);
      }
    },
  );
});
