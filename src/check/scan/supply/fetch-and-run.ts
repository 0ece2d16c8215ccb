/** Fetches or decodes something, and a shell or interpreter runs it, within one line. */
const PATTERNS: readonly RegExp[] = [
  /\b(?:curl|wget|iwr|irm|base64)\b[^|\n]{0,400}\|\s{0,4}(?:sudo\s{1,4})?(?:(?:ba|z|da|k)?sh|python[\d.]{0,4}|node|perl|iex)\b/i,
  /(?:\b(?:ba|z)?sh\s{1,4}(?:-c\s{1,4})?["']?[<$]|\beval\s{1,4}["']?\$)\(\s{0,4}(?:curl|wget)\b/i,
  /\b(?:iex|invoke-expression)\b[^\n]{0,40}\b(?:new-object|iwr|irm|invoke-webrequest)\b/i,
  /\/dev\/tcp\//,
];
const REACHES_OUT = /\b(?:curl|wget|nc|ncat|iwr|irm|invoke-webrequest|scp)\b|https?:\/\//i;
const LONGEST = 20_000;

export type ScriptRisk = "fetches-and-runs" | "reaches-out" | "local";

/** What a line that runs by itself may do at worst. */
export function riskOf(script: string): ScriptRisk {
  const text = script.slice(0, LONGEST);
  if (PATTERNS.some((pattern) => pattern.test(text))) return "fetches-and-runs";
  return REACHES_OUT.test(text) ? "reaches-out" : "local";
}
