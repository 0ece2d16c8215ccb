/** Which changes of the API others can feel. What the registry does, it tells the audit log itself. */
import { withAuditLine } from "../../hub/audit/index.ts";
import type { ApiPorts } from "./ports.ts";
import type { ApiRoute, CallerContext } from "./route.ts";

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/u);
}

/** Each of them is told to the audit log. */
export const AUDITED: ReadonlySet<string> = new Set(
  words(`
    disableUser enableUser deleteUser createUser changeUser changePassword confirmAuthenticator removeAuthenticator resetAuthenticator addPasskey removePasskey makeToken revokeToken rotateKeys
    createTeam renameTeam deleteTeam setTeamMember removeTeamMember acceptInvitation removeInvitation
    shareSkill shareKnowledgeBase shareWorkflow publishEmbed revokeEmbed createTrigger enableTrigger deleteTrigger decideApproval answerDeviceLogin
    setFeatureFlag saveFolderSkill grantSkill withdrawGrant addModelProvider changeModelProvider removeModelProvider setModelRules
  `),
);

/** What users do with their own things, and logins. */
export const NOT_AUDITED: ReadonlySet<string> = new Set(
  words(`
    register login refresh logout openSession openSessionByLink registerSession renewSession closeSession
    askForPasskey openSessionByPasskey askForNewPasskey beginAuthenticator confirmAddress forgetPassword resetPassword
    beginDeviceLogin pollDeviceLogin testModelProvider fetchRepository copyLibrarySkill
    createSkill updateSkill deleteSkill writeSkillFile deleteSkillFile runSkill
    chat renameChat deleteChat createKnowledgeBase deleteKnowledgeBase uploadDocument deleteDocument processDocument changeVectors
    createWorkflow importWorkflow updateWorkflow deleteWorkflow executeWorkflow resumeExecution cancelExecution callWebhook
  `),
);

type AuditedCall = Pick<
  CallerContext<unknown, unknown, unknown>,
  "caller" | "params" | "body" | "address"
>;

/** Handles a request; what others can feel has a line in the audit log. */
export async function handleAudited(
  ports: ApiPorts,
  { id, tag }: ApiRoute,
  { caller, params, body, address = "" }: AuditedCall,
  handle: () => Promise<Response>,
): Promise<Response> {
  if (!AUDITED.has(id)) return await handle();
  const named = Object.values(params ?? {}).filter((value) => typeof value === "string");
  const action = {
    userId: caller.user.id,
    via: caller.scopes === undefined ? "session" : "token",
    address,
    action: `${tag}.${id}`,
    target: named.join("/"),
    detail: body ?? {},
  };
  return await withAuditLine(ports, action, async () => {
    const result = await handle();
    return { result, isRefused: !result.ok };
  });
}
