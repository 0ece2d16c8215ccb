export const apiCodes = {
  notFound: "api/not-found",
  methodNotAllowed: "api/method-not-allowed",
  invalid: "api/invalid",
  tooLarge: "api/too-large",
  wrongMediaType: "api/wrong-media-type",
  rateLimited: "api/rate-limited",
  unauthorized: "api/unauthorized",
  stopping: "api/stopping",
  unreachable: "api/unreachable",
  internal: "api/internal",
} as const;
