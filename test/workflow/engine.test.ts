/** The contract of engines, held by the journal on both databases. */
import { createJournal } from "../../src/hub/workflows/journal.ts";
import { type Journal, openEngine } from "../../src/run/workflow/index.ts";
import { describeOnDatabases } from "../contract/databases.ts";
import { testWorkflowEngine } from "../contract/workflow-engine.ts";
import type { ReplicaOptions } from "../contract/workflow-house.ts";

describeOnDatabases("an engine of workflows", ({ open }) => {
  testWorkflowEngine({
    open,
    openReplica: (database, options) =>
      openEngine({
        journal: watched(createJournal({ database, clock: options.clock }), options),
        openPresence: () =>
          Promise.resolve({
            owner: options.owner,
            lost: new AbortController().signal,
            isGone: (other) => Promise.resolve(options.isGone(other)),
            close: () => Promise.resolve(),
          }),
        portsFor: options.portsFor,
        clock: options.clock,
        pollMs: 5,
        onProblem: () => {},
      }),
  });
});

function watched(journal: Journal, { around }: ReplicaOptions): Journal {
  return new Proxy(journal, {
    get: (target, name) => {
      // Every member of a journal is such a function.
      const method = Reflect.get(target, name) as (...given: unknown[]) => Promise<unknown>;
      return (...given: unknown[]) => around(String(name), () => method(...given));
    },
  });
}
