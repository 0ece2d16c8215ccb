export const quotaCodes = {
  /** What a user has already leaves no room for it. */
  exceeded: "quota/exceeded",
  /** It would not fit even if the user had nothing. */
  tooLarge: "quota/too-large",
} as const;
