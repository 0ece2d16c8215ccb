import type { Limits } from "../../platform/sandbox/index.ts";

const MIB = 1024 * 1024;

/** What every run may use up, unless its tier is trusted with more. */
const STRICT: Limits = {
  cpuSeconds: 30,
  wallSeconds: 60,
  memoryBytes: 768 * MIB,
  processes: 64,
  openFiles: 256,
  fileBytes: 100 * MIB,
  writtenBytes: 512 * MIB,
  scratchBytes: 128 * MIB,
  outputBytes: 8 * MIB,
  networkBytes: 64 * MIB,
  networkBytesPerSecond: 4 * MIB,
};

const WIDE: Limits = {
  ...STRICT,
  cpuSeconds: 300,
  wallSeconds: 600,
  memoryBytes: 2048 * MIB,
  processes: 256,
  openFiles: 1024,
  fileBytes: 1024 * MIB,
  writtenBytes: 4096 * MIB,
  scratchBytes: 512 * MIB,
  networkBytes: 1024 * MIB,
  networkBytesPerSecond: 64 * MIB,
};

/** Only what is signed by a trusted key may use more; an organisation can only allow less. */
export function limitsFor(tier: string, most: Partial<Limits> = {}): Limits {
  const usual = tier === "verified" || tier === "community" ? WIDE : STRICT;
  const least = (name: keyof Limits): number => Math.min(usual[name], most[name] ?? usual[name]);
  return {
    cpuSeconds: least("cpuSeconds"),
    wallSeconds: least("wallSeconds"),
    memoryBytes: least("memoryBytes"),
    processes: least("processes"),
    openFiles: least("openFiles"),
    fileBytes: least("fileBytes"),
    writtenBytes: least("writtenBytes"),
    scratchBytes: least("scratchBytes"),
    outputBytes: least("outputBytes"),
    networkBytes: least("networkBytes"),
    networkBytesPerSecond: least("networkBytesPerSecond"),
  };
}
