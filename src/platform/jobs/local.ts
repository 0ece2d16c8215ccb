import type { JobLoaders, JobRunner } from "./contract.ts";

/** Runs jobs in this process, without limits. */
export function runJobsHere<Table>(loaders: JobLoaders<Table>): JobRunner<Table> {
  return {
    run: async (kind, input) => {
      // The table gives each kind its own types, which the compiler cannot follow through a variable.
      const job = (await loaders[kind]()) as (given: unknown) => unknown;
      const given: unknown = typeof input === "function" ? await (input as () => unknown)() : input;
      return (await job(given)) as never;
    },
    close: () => Promise.resolve(),
  };
}
