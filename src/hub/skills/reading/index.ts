/** What the server reads in skills, without a store or a database: it runs in workers. */
export { checkDraft, type Draft } from "./check.ts";
export { hostedDialect } from "./hosted-dialect.ts";
export { withoutOwner } from "./owner.ts";
export {
  readSkillSource,
  type SkillContent,
  type SkillReading,
  type SkillSource,
} from "./read-skill.ts";
