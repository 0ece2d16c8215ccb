export const accountCodes = {
  badEmail: "account/bad-email",
  badPassword: "account/bad-password",
  emailTaken: "account/email-taken",
  wrongPassword: "account/wrong-password",
  disabled: "account/disabled",
  badToken: "account/bad-token",
  forbidden: "account/forbidden",
  notFound: "account/not-found",
  nameTaken: "account/name-taken",
  badSharing: "account/bad-sharing",
  lastAdmin: "account/last-admin",
  tooManyAttempts: "account/too-many-attempts",
} as const;
