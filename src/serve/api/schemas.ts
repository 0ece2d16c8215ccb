import { z } from "zod";

/** `detail` is a sentence, or a field with a sentence. */
export const problemSchema: z.ZodType<{
  readonly detail: string | { readonly field: string; readonly message: string };
}> = z.object({
  detail: z.union([z.string(), z.object({ field: z.string(), message: z.string() })]),
});

export const nameParams: z.ZodType<{ readonly name: string }> = z.object({ name: z.string() });
