import { SkillError } from "../../skill/index.ts";

export const knowledgeCodes = {
  invalid: "knowledge/invalid",
  notFound: "knowledge/not-found",
  conflict: "knowledge/conflict",
  forbidden: "knowledge/forbidden",
  tooLarge: "knowledge/too-large",
} as const;

type KnowledgeCode = (typeof knowledgeCodes)[keyof typeof knowledgeCodes];

export function knowledgeProblem(code: KnowledgeCode, field: string, message: string): SkillError {
  return new SkillError({ code, severity: "error", message, path: [field] });
}
