/** Fields that several types of nodes have in their data. */
import { z } from "zod";

/** Text of a prompt, an address or code. */
export const text: z.ZodString = z.string().max(100_000);

/** An empty field of a form means that nothing was chosen. */
export const choice: z.ZodPipe<
  z.ZodOptional<z.ZodNullable<z.ZodString>>,
  z.ZodTransform<string | undefined, string | null | undefined>
> = z
  .string()
  .max(1024)
  .nullish()
  .transform((value) => (value === null || value === "" ? undefined : value));
