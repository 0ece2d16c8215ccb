import { availableParallelism, totalmem } from "node:os";

/** Threads that can run at the same time. */
export function processorCount(): number {
  return availableParallelism();
}

/** Bytes of memory that the machine has. */
export function totalMemory(): number {
  return totalmem();
}
