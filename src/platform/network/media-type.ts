/** What forms of other sites can send; as plain text even something that reads as JSON. */
const FORM_TYPES: ReadonlySet<string> = new Set(["text/plain", "multipart/form-data"]);
const ENCODED_FORM = "application/x-www-form-urlencoded";

/**
 * Whether a body may be read as JSON. One without a type may, since programs often leave it out; so may one that is
 * declared as an encoded form, as curl does on its own, but not where a browser sends it.
 */
export function mayBeJson(headers: Headers): boolean {
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  const name = type.trim().toLowerCase();
  if (name === ENCODED_FORM) return !headers.has("origin") && !headers.has("sec-fetch-site");
  return !FORM_TYPES.has(name);
}
