import type { Clock } from "../../platform/machine/index.ts";
import { forgetAddresses, forgetTokens, forgetWords } from "../../hub/accounts/index.ts";
import type { ApiPorts } from "../api/index.ts";
import { forgetEmbeds } from "../../hub/features/index.ts";
import {
  removeDeleted as removeDeletedBases,
  resumeDocuments,
  resumeVectors,
} from "../../hub/knowledge/index.ts";
import type { OpenMarket } from "../../hub/registry/index.ts";
import { endLeftRuns, forgetRuns } from "../../hub/runs/index.ts";
import {
  fireSchedules,
  forgetDeliveries,
  forgetExecutions,
  forgetTriggers,
  removeDeleted as removeDeletedWorkflows,
} from "../../hub/workflows/index.ts";
import { type Background, toDiagnostic } from "./background.ts";

const DAY_MS = 86_400_000;

/** How often documents and runs are looked for that were broken off. */
const RESUME_MS = 10_000;

/** How often it is looked whether a schedule is due. */
const SCHEDULE_MS = 5000;

/** How often the registry deletes what is no longer needed. */
const SWEEP_MS = 3_600_000;

/** What a server does again and again while it runs: takes up what was left, and throws away what is old. */
export function startMaintenance(
  { clock, keepDays }: { readonly clock: Clock; readonly keepDays: number },
  ports: ApiPorts,
  market: OpenMarket,
  background: Background,
): void {
  const { stopping, repeat } = background;
  repeat(clock, RESUME_MS, () => resumeDocuments(ports.knowledge, stopping));
  repeat(clock, RESUME_MS, () => resumeVectors(ports.knowledge, stopping));
  repeat(clock, RESUME_MS, () => removeDeletedBases(ports.knowledge, stopping));
  repeat(clock, RESUME_MS, () => removeDeletedWorkflows(ports.workflows, stopping));
  repeat(clock, RESUME_MS, () => endLeftRuns(ports.database, ports.workflows.engine));
  repeat(clock, SCHEDULE_MS, () =>
    fireSchedules(ports.workflows, {
      stopping,
      mayRun: async (owner) => (await ports.limiter.take("schedule", owner))?.isAllowed !== false,
      onProblem: (error) => ports.onProblem(toDiagnostic(error), ""),
    }),
  );
  repeat(clock, RESUME_MS, () => market.indexSearch(stopping));
  repeat(clock, RESUME_MS, () => market.countRatings(stopping));
  repeat(clock, RESUME_MS, () => market.settleStatements());
  repeat(clock, RESUME_MS, () => market.deliverWebhooks(stopping));
  repeat(clock, RESUME_MS, () => ports.models.refresh());
  repeat(clock, SWEEP_MS, async () => {
    await market.sweep();
    await forgetTokens(ports.accounts);
    await forgetWords(ports.accounts);
    await forgetAddresses(ports.accounts);
    await forgetEmbeds(ports);
    await forgetDeliveries(ports.workflows);
    await forgetTriggers(ports.workflows);
  });
  if (keepDays === 0) return;
  repeat(clock, DAY_MS / 4, async () => {
    const before = new Date(clock.now() - keepDays * DAY_MS).toISOString();
    await forgetRuns(ports.database, before, stopping);
    await forgetExecutions(ports.workflows, before, stopping);
  });
}
