import { apiCodes } from "../../hub/requests/index.ts";
import { SkillError } from "../../skill/model/index.ts";

/** The versions of an `If-Match` header; `*` stands for any. What is no such header is no permission to write. */
export function expectation(ifMatch: string | undefined): { readonly expect?: readonly string[] } {
  const header = ifMatch?.trim();
  if (header === undefined || header === "*") return {};
  if (!/^(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*$/u.test(header))
    throw new SkillError({
      code: apiCodes.invalid,
      severity: "error",
      message: "If-Match must be versions in quotes with commas between them",
      path: ["if-match"],
    });
  return { expect: [...header.matchAll(/"([^"]*)"/gu)].map((match) => match[1] ?? "") };
}
