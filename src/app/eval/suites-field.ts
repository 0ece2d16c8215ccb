/** Taken by every operation that looks at evaluations. */
export const suitesField = {
  suites: {
    kind: "document",
    many: true,
    positional: true,
    doc: "Evaluation file, or a folder to search; over the network, files with their text.",
  },
} as const;
