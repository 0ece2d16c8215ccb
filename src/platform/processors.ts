import { availableParallelism } from "node:os";

/** Threads that can run at the same time. */
export function processorCount(): number {
  return availableParallelism();
}
