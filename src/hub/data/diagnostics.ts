export const dataCodes = {
  badAddress: "data/bad-address",
  missingDriver: "data/missing-driver",
  unreachable: "data/unreachable",
  inUse: "data/in-use",
  newerDatabase: "data/newer-database",
} as const;
