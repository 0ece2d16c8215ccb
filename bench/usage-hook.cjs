// Loaded with --require into every measured process: writes what the process used to descriptor 3
// when it ends. CommonJS, because --import would start the module loader in processes without one.
"use strict";

const { readFileSync, writeSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

/**
 * Largest resident size in kilobytes. Linux hands the figure of `getrusage` down from parent to
 * child, so a large parent would hide a small child; the kernel's own mark starts at zero.
 */
function peakKilobytes() {
  try {
    const mark = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "latin1"));
    if (mark) return Number(mark[1]);
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS;
}

// Workers load the hook too, but both figures are those of the whole process.
if (isMainThread) {
  process.on("exit", () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    const usage = {
      cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
      peakKilobytes: peakKilobytes(),
    };
    try {
      writeSync(3, `${JSON.stringify(usage)}\n`);
    } catch {
      // A process that the measured one starts inherits the hook through its arguments at most,
      // never the descriptor.
    }
  });
}
