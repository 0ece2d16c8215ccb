import { z } from "zod";
import {
  marketCodes,
  marketRefusal,
  type PublishContent,
  type Visibility,
} from "../../registry/contract/index.ts";
import type { SkillFile } from "../../registry/package/index.ts";

/** A publication as JSON has it: what is said of the version, and its files. */
export interface Publication {
  readonly content: PublishContent;
  readonly details: PublicationDetails;
}

interface PublicationDetails {
  readonly name?: string | undefined;
  readonly publisher?: string | undefined;
  readonly version?: string | undefined;
  readonly display_name?: string | undefined;
  readonly changelog?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly topics?: readonly string[] | undefined;
  readonly visibility?: Visibility | undefined;
  readonly draft?: boolean | undefined;
  readonly dry_run?: boolean | undefined;
}

const words = z.array(z.string().max(100)).max(100).optional();

/** Settings allow no more files of a version. */
const MOST_FILES = 50_000;

const detailsSchema = z.object({
  name: z.string().max(120).optional(),
  publisher: z.string().max(40).optional(),
  version: z.string().max(64).optional(),
  display_name: z.string().max(120).optional(),
  changelog: z.string().max(20_000).optional(),
  tags: words,
  topics: words,
  visibility: z.enum(["public", "team", "private"]).optional(),
  draft: z.boolean().optional(),
  dry_run: z.boolean().optional(),
});

const schema = detailsSchema.extend({
  archive: z.base64().optional(),
  files: z
    .array(
      z.object({
        path: z.string().min(1).max(1024),
        text: z.string().optional(),
        base64: z.base64().optional(),
        is_executable: z.boolean().default(false),
      }),
    )
    .max(MOST_FILES)
    .optional(),
});

export type ReadPublication = (bytes: Uint8Array) => Publication;

/** Throws a refusal that names the field at fault. */
export const readPublication: ReadPublication = (bytes) => {
  const parsed = schema.safeParse(parseJson(bytes));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(issue?.path.join(".") ?? "body", issue?.message ?? "It is not valid");
  }
  const { archive, files, ...details } = parsed.data;
  if ((archive === undefined) === (files === undefined))
    throw invalid("files", "Expected either `files` or `archive`");
  if (archive !== undefined)
    return { content: { kind: "archive", bytes: Buffer.from(archive, "base64") }, details };
  return { content: { kind: "files", files: (files ?? []).map(toFile) }, details };
};

function toFile({
  path,
  text,
  base64,
  is_executable: isExecutable,
}: NonNullable<z.output<typeof schema>["files"]>[number]): SkillFile {
  if ((text === undefined) === (base64 === undefined))
    throw invalid("files", `Expected either \`text\` or \`base64\` for \`${path}\``);
  const bytes = text === undefined ? Buffer.from(base64 ?? "", "base64") : Buffer.from(text);
  return { path, bytes, isExecutable };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw invalid("body", "Expected JSON");
  }
}

function invalid(field: string, message: string): Error {
  return marketRefusal(marketCodes.invalid, message, { path: [field] });
}
