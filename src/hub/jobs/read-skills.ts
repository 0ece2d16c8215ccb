import { readSkillSource, type SkillReading, type SkillSource } from "../skills/reading/index.ts";

export type ReadSkills = (sources: readonly SkillSource[]) => readonly SkillReading[];

/** Many at once: a list of ten thousand skills must not cost as many messages. */
export const readSkills: ReadSkills = (sources) => sources.map(readSkillSource);
