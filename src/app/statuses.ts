/** The status over HTTP of each code that is not at fault with the request itself. */
import { accountCodes } from "../hub/accounts/index.ts";
import { chatCodes } from "../hub/chat/index.ts";
import { featureCodes } from "../hub/features/index.ts";
import { knowledgeCodes } from "../hub/knowledge/index.ts";
import { quotaCodes } from "../hub/quotas/index.ts";
import { apiCodes } from "../hub/requests/index.ts";
import { storedSkillCodes } from "../hub/skills/index.ts";
import { workflowCodes } from "../hub/workflows/index.ts";
import { jobCodes } from "../platform/jobs/index.ts";
import { runErrors } from "../run/index.ts";
import { listStatuses } from "../skill/model/index.ts";

export const STATUSES: { readonly [code: string]: number } = {
  [storedSkillCodes.notFound]: 404,
  [storedSkillCodes.conflict]: 409,
  [storedSkillCodes.forbidden]: 403,
  [storedSkillCodes.changed]: 412,
  [knowledgeCodes.notFound]: 404,
  [knowledgeCodes.conflict]: 409,
  [knowledgeCodes.forbidden]: 403,
  [knowledgeCodes.tooLarge]: 413,
  [featureCodes.unavailable]: 409,
  [featureCodes.disabled]: 403,
  [featureCodes.badEmbed]: 403,
  [chatCodes.notFound]: 404,
  [chatCodes.forbidden]: 403,
  [workflowCodes.notFound]: 404,
  [workflowCodes.forbidden]: 403,
  [workflowCodes.changed]: 412,
  [workflowCodes.conflict]: 409,
  // Whoever sends a webhook sends it again after this.
  [workflowCodes.paused]: 503,
  [workflowCodes.badSignature]: 403,
  [quotaCodes.exceeded]: 507,
  [quotaCodes.tooLarge]: 413,
  [accountCodes.emailTaken]: 409,
  [accountCodes.lastAdmin]: 409,
  [accountCodes.nameTaken]: 409,
  [accountCodes.wrongPassword]: 401,
  [accountCodes.codeNeeded]: 401,
  [accountCodes.wrongCode]: 401,
  [accountCodes.wrongPasskey]: 401,
  [accountCodes.unconfirmed]: 403,
  [accountCodes.noMail]: 409,
  [accountCodes.conflict]: 409,
  [accountCodes.mailFailed]: 503,
  [accountCodes.signOnFailed]: 502,
  [accountCodes.badToken]: 401,
  [accountCodes.disabled]: 403,
  [accountCodes.forbidden]: 403,
  [accountCodes.notFound]: 404,
  [accountCodes.tooManyAttempts]: 429,
  [accountCodes.busy]: 503,
  ...listStatuses(runErrors),
  [jobCodes.time]: 422,
  [jobCodes.memory]: 422,
  [jobCodes.output]: 422,
  [jobCodes.busy]: 503,
  [apiCodes.notFound]: 404,
  [apiCodes.methodNotAllowed]: 405,
  [apiCodes.tooLarge]: 413,
  [apiCodes.wrongMediaType]: 415,
  [apiCodes.rateLimited]: 429,
  [apiCodes.unauthorized]: 401,
  [apiCodes.stopping]: 503,
  [apiCodes.unreachable]: 502,
  [apiCodes.internal]: 500,
};
