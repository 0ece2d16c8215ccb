export const dataCodes = {
  badAddress: "data/bad-address",
  missingDriver: "data/missing-driver",
  unreachable: "data/unreachable",
  inUse: "data/in-use",
  needsNode: "data/needs-node",
  newerDatabase: "data/newer-database",
  olderDatabase: "data/older-database",
} as const;
