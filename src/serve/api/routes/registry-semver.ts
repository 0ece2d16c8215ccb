import { z } from "zod";
import type { ReleaseJudgement, ReleaseLevel } from "../../../skill/compare/index.ts";

const level: z.ZodType<ReleaseLevel> = z.enum(["major", "minor", "patch"]);

/** How a version differs from the one before it, as it travels. */
interface SemverShape {
  since: string;
  needs: ReleaseLevel;
  proposed: string;
  is_honest: boolean;
  changes: {
    level: ReleaseLevel;
    subject: "tool" | "input" | "permission" | "requirement" | "field";
    is_wider: boolean;
    message: string;
  }[];
  omitted: number;
}

export const semverObject: z.ZodType<SemverShape> = z.object({
  /** The version with which it was compared. */
  since: z.string(),
  needs: level,
  /** The lowest number that was free and high enough. */
  proposed: z.string(),
  is_honest: z.boolean(),
  changes: z.array(
    z.object({
      level,
      subject: z.enum(["tool", "input", "permission", "requirement", "field"]),
      is_wider: z.boolean(),
      message: z.string(),
    }),
  ),
  omitted: z.number(),
});

export function semverWire(judgement: ReleaseJudgement | undefined): SemverShape | null {
  if (judgement === undefined) return null;
  const { since, needs, proposed, isHonest, changes, omitted } = judgement;
  return {
    since,
    needs,
    proposed,
    is_honest: isHonest,
    changes: changes.map(({ isWider, ...change }) => ({ ...change, is_wider: isWider })),
    omitted,
  };
}
