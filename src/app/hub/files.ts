/** Files that come with a question to a model. */
import { z } from "zod";
import { type AttachedFile, attachFiles, MOST_FILE_BYTES } from "../../run/models/index.ts";

/** Of a body that may hold some, in Base64. */
export const bodyWithFiles: number = 1024 * 1024 + Math.ceil(MOST_FILE_BYTES * 1.4);

interface SentFile {
  readonly name: string;
  /** In Base64. */
  readonly data: string;
}

export const filesField: z.ZodOptional<z.ZodType<readonly SentFile[]>> = z
  .array(z.strictObject({ name: z.string().min(1).max(256), data: z.base64() }))
  .max(10)
  .optional();

export function toFiles(files: readonly SentFile[] = []): readonly AttachedFile[] {
  return attachFiles(files.map(({ name, data }) => ({ name, bytes: Buffer.from(data, "base64") })));
}
