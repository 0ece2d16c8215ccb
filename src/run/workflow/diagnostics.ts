export const graphCodes = {
  noStart: "workflow/no-start",
  cycle: "workflow/cycle",
  danglingEdge: "workflow/dangling-edge",
  duplicateNode: "workflow/duplicate-node",
  unknownNode: "workflow/unknown-node",
  unreachable: "workflow/unreachable",
  unset: "workflow/unset",
  badExpression: "workflow/bad-expression",
  nodeFailed: "workflow/node-failed",
  engineFailed: "workflow/engine-failed",
} as const;
