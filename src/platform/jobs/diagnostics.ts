export const jobCodes = {
  time: "jobs/time-limit",
  memory: "jobs/memory-limit",
  output: "jobs/output-limit",
  busy: "jobs/busy",
} as const;
