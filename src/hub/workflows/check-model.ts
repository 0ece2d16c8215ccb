import { usesRunModel } from "../../run/workflow/index.ts";
import type { User } from "../accounts/index.ts";
import type { HubModels } from "../models/index.ts";
import type { Workflow } from "./workflows.ts";

/** Whether there is a model for a run, and money for it, is known before the run begins. */
export async function checkModel(
  { models }: { readonly models: Pick<HubModels, "forUser" | "checkBudget"> },
  user: User,
  { graph }: Workflow,
  model?: string,
): Promise<void> {
  if (model === undefined && !usesRunModel(graph)) return;
  models.forUser(user).resolve(model);
  await models.checkBudget(user);
}
