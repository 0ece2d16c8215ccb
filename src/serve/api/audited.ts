/** Which changes of the API others can feel. What the registry does, it tells the audit log itself. */
import { recordAction } from "../../hub/audit/index.ts";
import type { ApiPorts } from "./ports.ts";
import type { ApiRoute, CallerContext } from "./route.ts";

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/u);
}

/** Each of them is told to the audit log. */
export const FELT: ReadonlySet<string> = new Set(
  words(`
    disableUser enableUser deleteUser createUser changeUser changePassword makeToken revokeToken rotateKeys
    createTeam renameTeam deleteTeam setTeamMember removeTeamMember acceptInvitation removeInvitation
    shareSkill shareKnowledgeBase shareWorkflow publishEmbed revokeEmbed createTrigger enableTrigger deleteTrigger decideApproval answerDeviceLogin
    setFeatureFlag saveFolderSkill grantSkill withdrawGrant addModelProvider changeModelProvider removeModelProvider setModelRules
  `),
);

/** What somebody does with what is their own, or by which they come and go. */
export const UNFELT: ReadonlySet<string> = new Set(
  words(`
    register login refresh logout openSession openSessionByLink registerSession renewSession closeSession
    beginDeviceLogin pollDeviceLogin testModelProvider fetchRepository copyLibrarySkill
    createSkill updateSkill deleteSkill writeSkillFile deleteSkillFile runSkill
    chat renameChat deleteChat createKnowledgeBase deleteKnowledgeBase uploadDocument deleteDocument processDocument changeVectors
    createWorkflow importWorkflow updateWorkflow deleteWorkflow executeWorkflow resumeExecution cancelExecution callWebhook
  `),
);

type Asked = Pick<
  CallerContext<unknown, unknown, unknown>,
  "caller" | "params" | "body" | "address"
>;

export async function tellAudit(
  ports: ApiPorts,
  { id, tag }: ApiRoute,
  { caller, params, body, address = "" }: Asked,
): Promise<void> {
  if (!FELT.has(id)) return;
  const named = Object.values(params ?? {}).filter((value) => typeof value === "string");
  await recordAction(ports, {
    userId: caller.user.id,
    via: caller.scopes === undefined ? "session" : "token",
    address,
    action: `${tag}.${id}`,
    target: named.join("/"),
    detail: body ?? {},
  });
}
