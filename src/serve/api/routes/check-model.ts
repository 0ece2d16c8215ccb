import type { User } from "../../../hub/accounts/index.ts";
import type { Workflow } from "../../../hub/workflows/index.ts";
import { usesRunModel } from "../../../run/workflow/index.ts";
import type { ApiPorts } from "../ports.ts";

/** Whether there is a model for a run, and money for it, is known before the run begins. */
export async function checkModel(
  { models }: ApiPorts,
  user: User,
  { graph }: Workflow,
  model?: string,
): Promise<void> {
  if (model === undefined && !usesRunModel(graph)) return;
  models.forUser(user).resolve(model);
  await models.checkBudget(user);
}
