export const SKILL_FILE = "SKILL.md";
