/** What can be wrong with a request or with the start of the server. */
export const httpCodes = {
  notFound: "http/not-found",
  methodNotAllowed: "http/method-not-allowed",
  upgradeRequired: "http/upgrade-required",
  invalidRequest: "http/invalid-request",
  tooLarge: "http/too-large",
  tooManyBytes: "http/too-many-bytes",
  tooManyRequests: "http/too-many-requests",
  unreadAnswers: "http/unread-answers",
  noRoom: "http/no-room",
  tooSlow: "http/too-slow",
  unknownHost: "http/unknown-host",
  otherSite: "http/other-site",
  wrongMediaType: "http/wrong-media-type",
  internal: "http/internal",
} as const;
