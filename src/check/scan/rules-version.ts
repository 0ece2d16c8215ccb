/** Raised with every change of the rules that may change a verdict: one by older rules does not count for newer ones. */
export const RULES_VERSION = 4;
