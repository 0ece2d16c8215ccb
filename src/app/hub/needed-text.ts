import { z } from "zod";

/** Marks a field in the schema of a body; never told to anybody. */
export const NEEDED = "x-needed";

/** Text that has to be given. Its absence is told by the sentence that the domain has for it, not by the schema. */
export const neededText: z.ZodDefault<z.ZodString> = z
  .string()
  .default("")
  .meta({ [NEEDED]: true });
