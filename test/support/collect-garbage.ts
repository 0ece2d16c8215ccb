/**
 * Collects garbage after files that left much of it. Files share their workers, and a worker with gigabytes takes a
 * tenth of a second to start a program, of which the tests start thousands.
 */
import { afterAll } from "vitest";

const MANY_BYTES = 600 * 1024 * 1024;
/** By how much a worker may grow before it is looked through again. */
const GROWTH = 1.3;

const worker = globalThis as { gc?: () => void; bytesLeft?: number };

afterAll(() => {
  const most = Math.max(MANY_BYTES, (worker.bytesLeft ?? 0) * GROWTH);
  if (process.memoryUsage.rss() < most) return;
  worker.gc?.();
  worker.bytesLeft = process.memoryUsage.rss();
});
