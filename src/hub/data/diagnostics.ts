export const dataCodes = {
  badAddress: "data/bad-address",
  missingDriver: "data/missing-driver",
  unreachable: "data/unreachable",
  newerDatabase: "data/newer-database",
} as const;
