import { z } from "zod";
import type { ScanFile } from "../../../check/scan/index.ts";
import { SkillError } from "../../../skill/index.ts";
import type { Caller } from "../../../hub/accounts/index.ts";
import { scanFor, scanSchema } from "../../../hub/scan/index.ts";
import { listSkillFiles, readSkillFile } from "../../../hub/skills/index.ts";
import { apiCodes } from "../diagnostics.ts";
import type { ApiPorts } from "../ports.ts";
import { type ApiRoute, route } from "../route.ts";
import { nameParams, problemSchema } from "../schemas.ts";

const tag = "skills";
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_FILES = 500;
const LONGEST_PATH = 1024;

const tier = z.enum(["experimental", "community", "verified"]);
type Tier = z.infer<typeof tier>;

const scanQuery: z.ZodType<{ readonly tier?: Tier | undefined }> = z.object({
  tier: tier.optional(),
});

interface GivenFile {
  readonly path: string;
  readonly text?: string | undefined;
  readonly base64?: string | undefined;
}

interface GivenSkill {
  readonly name: string;
  readonly content?: string | undefined;
  readonly files?: readonly GivenFile[] | undefined;
  readonly tier?: Tier | undefined;
}

const body: z.ZodType<GivenSkill> = z.object({
  name: z.string().max(200).default("skill"),
  content: z.string().optional(),
  files: z
    .array(
      z.object({
        path: z.string().min(1).max(LONGEST_PATH),
        text: z.string().optional(),
        base64: z.base64().optional(),
      }),
    )
    .max(MOST_FILES)
    .optional(),
  tier: tier.optional(),
});

const answers = {
  200: { doc: "The verdict with its findings.", schema: scanSchema },
  400: { doc: "A field is at fault.", schema: problemSchema },
};

export const scanRoutes: readonly ApiRoute[] = [
  route({
    method: "GET",
    path: "/api/v1/skills/{name}/scan",
    id: "scanSkill",
    tag,
    doc: "Says whether a skill is safe, with the evidence; nothing of it is executed or fetched.",
    access: "user",
    scope: "skills:read",
    params: nameParams,
    query: scanQuery,
    limit: "scan",
    answers: {
      ...answers,
      404: { doc: "There is no such skill for this user.", schema: problemSchema },
    },
    handle: async ({ ports, caller, params: { name }, query }) => {
      const files = await keptFiles(ports, caller, name);
      const request = { name, files, owner: caller.user.id, ...given(query.tier) };
      return Response.json(await scanFor(ports.jobs, request));
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/scan",
    id: "scanFiles",
    tag,
    doc: "Says whether a skill is safe that is sent along: the text of its SKILL.md, or all of its files.",
    access: "user",
    scope: "skills:read",
    body,
    maxBytes: MOST_BYTES,
    limit: "scan",
    answers: { ...answers, 413: { doc: "It is too large.", schema: problemSchema } },
    handle: async ({ ports, caller, body: sent }) => {
      const request = { name: sent.name, files: filesIn(sent), owner: caller.user.id };
      return Response.json(await scanFor(ports.jobs, { ...request, ...given(sent.tier) }));
    },
  }),
];

function given(wanted: Tier | undefined): { readonly tier?: Tier } {
  return wanted === undefined ? {} : { tier: wanted };
}

async function keptFiles(
  { shelf }: ApiPorts,
  { user }: Caller,
  name: string,
): Promise<readonly ScanFile[]> {
  const files: ScanFile[] = [];
  let room = MOST_BYTES;
  for (const { path, size } of await listSkillFiles(shelf, user, name)) {
    if (size > room || files.length >= MOST_FILES) {
      files.push({ path, content: "", size });
      continue;
    }
    const { bytes } = await readSkillFile(shelf, user, name, path);
    room -= bytes.length;
    files.push({ path, content: bytes });
  }
  return files;
}

function filesIn({ content, files = [] }: GivenSkill): readonly ScanFile[] {
  if (content === undefined && files.length === 0)
    throw invalid("content", "Missing `content` or `files`");
  const seen = new Set<string>(content === undefined ? [] : ["SKILL.md"]);
  const others = files.map(({ path, text, base64 }): ScanFile => {
    if (seen.has(path)) throw invalid("files", `The file \`${path}\` is given twice`);
    seen.add(path);
    if ((text === undefined) === (base64 === undefined))
      throw invalid("files", `The file \`${path}\` needs either \`text\` or \`base64\``);
    return { path, content: text ?? Buffer.from(base64 ?? "", "base64") };
  });
  return content === undefined ? others : [{ path: "SKILL.md", content }, ...others];
}

function invalid(field: string, message: string): SkillError {
  return new SkillError({ code: apiCodes.invalid, severity: "error", message, path: [field] });
}
