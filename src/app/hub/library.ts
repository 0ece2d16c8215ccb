/** Skills wherever they lie, and the hosts that they are held against: what the workbench shows. */
import { z } from "zod";
import {
  type LibraryView,
  openFolderSkill,
  readFolderFile,
  readFolderSkill,
  toStoredSkillRow,
  saveFolderSkill,
  type SkillRow,
  type SystemState,
} from "../../hub/library/index.ts";
import { apiCodes } from "../../hub/requests/index.ts";
import {
  type StoredSkill,
  listStored,
  listNewest,
  storedSkillCodes,
  storeNewSkill,
} from "../../hub/skills/index.ts";
import type { StreamEvent } from "../../hub/streams/index.ts";
import { failure, lastPart, parentOf } from "../../platform/index.ts";
import { forUsers, type Hub, type HubContext } from "./context.ts";
import type { HubOperation } from "./define.ts";
import { asIs, toShape } from "./shape.ts";

/** Of a SKILL.md; no system reads a longer one. */
const MOST_BYTES = 2 << 20;
const REMOTE =
  "This server is open to other machines, so skills are changed in their folders alone. Keep a copy on the server to change it here.";
const PROXIED = "Skills of this machine are for those who use it without a proxy.";

const tag = "library";
const scope = "skills:read";
const user = forUsers({ tag, scope });
const reader = forUsers({ tag, access: "admin", scope });
const writer = forUsers({ tag, access: "admin", scope: "skills:write" });
const refused = "Refused.";
const absent = { 404: "The server has no such skills." };

const reasonSchema = z.object({ code: z.string(), say: z.string() });

const stateSchema: z.ZodType<SystemState> = z.object({
  dialect: z.string(),
  agent: z.string(),
  title: z.string().exactOptional(),
  is_format: z.literal(true).exactOptional(),
  is_eligible: z.boolean(),
  reasons: z.array(reasonSchema),
  source: z.string(),
  name: z.string().exactOptional(),
  path: z.string().exactOptional(),
  hosts: z.array(z.string()).exactOptional(),
  shadowed_by: z.string().exactOptional(),
});

const rowSchema: z.ZodType<SkillRow> = z.object({
  kind: z.enum(["shelf", "folder"]),
  name: z.string(),
  description: z.string(),
  dialect: z.string(),
  system: z.string().exactOptional(),
  is_eligible: z.boolean(),
  reasons: z.array(reasonSchema),
  updated_at: z.string().exactOptional(),
  owner_id: z.string().exactOptional(),
  path: z.string().exactOptional(),
  root: z.string().exactOptional(),
  systems: z.array(stateSchema).exactOptional(),
});

const promptSchema = z.object({
  skills: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      location: z.string(),
      path: z.string().exactOptional(),
      whenToUse: z.string().exactOptional(),
      isAlways: z.boolean().exactOptional(),
      note: z.string().exactOptional(),
      isHidden: z.boolean().exactOptional(),
    }),
  ),
  maxLength: z.number().exactOptional(),
  maxSkills: z.number().exactOptional(),
  entries: z
    .array(
      z.object({
        name: z.string(),
        shown: z.string().nullable(),
        cut: z.number(),
        why: z.string().exactOptional(),
      }),
    )
    .exactOptional(),
});

const hostSchema = z.object({
  id: z.string(),
  role: z.string(),
  capabilities: z.array(z.string()),
  os: z.string().exactOptional(),
  platform: z.string().exactOptional(),
  env: z.array(z.string()),
  bins: z.record(z.string(), z.boolean()),
  allowsCommands: z.boolean().exactOptional(),
  isConnected: z.boolean(),
});

const place = { dialect: z.string(), agent: z.string() };

export const libraryOperations: readonly HubOperation<HubContext>[] = [
  user("GET /library/skills", {
    id: "listEverySkill",
    doc: "Lists the user's skills, skills shared with the user and, for an administrator, those in served folders, each file once, with whether each system loads it and why not; with `limit` only the newest, as of the server's last look.",
    input: { limit: z.coerce.number().int().min(1).optional() },
    gives: [
      "The skills, the newest first, and how many there are.",
      toShape({ skills: asIs<readonly SkillRow[]>(z.array(rowSchema)), total: z.number() }),
    ],
    run: async ({ hub: { library, storedSkills }, caller }, { limit }) => {
      const folders = caller.isAdmin ? (library?.rows() ?? []) : [];
      const kept = await cacheFor(storedSkills, caller.user, limit);
      const skills = [...kept.skills.map(toStoredSkillRow), ...folders].slice(0, limit);
      return { skills, total: kept.total + folders.length };
    },
  }),
  reader("GET /library/prompt", {
    id: "readPromptParts",
    doc: "Returns what the model's list of skills is made of, with its limits.",
    input: place,
    gives: ["The parts.", asIs<object>(promptSchema)],
    refusals: absent,
    run: ({ hub }, { dialect, agent }) =>
      promptSchema.parse(found(hub, (view) => view.prompt(dialect, agent))),
  }),
  reader("GET /library/text", {
    id: "readLibraryText",
    doc: "Returns the text of a skill in a served folder.",
    input: { ...place, path: z.string() },
    gives: ["The text.", toShape({ text: z.string() })],
    refusals: absent,
    run: ({ hub }, { dialect, agent, path }) => ({
      text: found(hub, (view) => view.text(dialect, agent, path)),
    }),
  }),
  reader("GET /library/hosts", {
    id: "listHosts",
    doc: "Lists the hosts that are or were connected.",
    gives: ["The hosts.", asIs<object>(z.object({ hosts: z.array(hostSchema) }))],
    run: ({ hub }) => ({ hosts: z.array(hostSchema).parse(hub.library?.hosts() ?? []) }),
  }),
  reader.stream("GET /library/events", {
    id: "followLibrary",
    doc: "Streams an event whenever served skills or hosts change.",
    tells: "An event `changed` each time.",
    broken: "silent",
    run: ({ hub, signal }) => ({ events: followChanges(hub.library, signal) }),
  }),
  reader("GET /library/skill", {
    id: "openFolderSkill",
    doc: "Returns the text of a skill in a served folder, its files, and whether it can be changed there.",
    input: { path: z.string() },
    gives: [
      "The skill.",
      asIs<object>(
        z.object({
          text: z.string(),
          version: z.string(),
          files: z.array(z.object({ path: z.string(), size: z.number() })),
          closed: z.string().exactOptional(),
          problem: z.string().exactOptional(),
        }),
      ),
    ],
    refusals: { 404: refused },
    run: async (context, { path }) => {
      const skill = await openFolderSkill(findRow(context, path).path);
      return context.hub.library?.isLocal === true ? skill : { ...skill, closed: REMOTE };
    },
  }),
  reader("GET /library/file", {
    id: "readFolderFile",
    doc: "Returns a file beside the `SKILL.md` of a skill in a served folder; null where it is not text.",
    input: { path: z.string(), file: z.string() },
    gives: ["The file.", toShape({ content: z.string().nullable() })],
    refusals: { 404: refused },
    run: async (context, { path, file }) => ({
      content: await readFolderFile(findRow(context, path).path, file),
    }),
  }),
  writer("PUT /library/skill", {
    id: "saveFolderSkill",
    doc: "Writes the `SKILL.md` of a skill in a served folder, where the server is for this machine alone; `version` is that of the text that was changed.",
    input: { path: z.string(), content: z.string(), version: z.string() },
    maxBytes: MOST_BYTES,
    gives: ["The new version.", toShape({ version: z.string() })],
    refusals: { 403: refused, 404: refused, 412: "It has changed since that version." },
    run: (context, { path, content, version }) => {
      // What lies there is read by agents with the rights of whoever started the server.
      if (context.caller.scopes !== undefined)
        throw failure(
          storedSkillCodes.forbidden,
          "A token cannot change files of this machine. Log in.",
        );
      const { path: file } = findRow(context, path);
      if (context.hub.library?.isLocal !== true) throw failure(storedSkillCodes.forbidden, REMOTE);
      return { version: saveFolderSkill(file, content, version) };
    },
  }),
  writer("POST /library/copies", {
    id: "copyLibrarySkill",
    doc: "Imports a skill of a served folder into the server, with all its files; the folder stays as it is.",
    input: { path: z.string(), name: z.string().exactOptional() },
    makes: ["The copy.", toShape({ name: z.string(), files: z.number() })],
    refusals: { 400: refused, 404: refused, 409: refused },
    run: async (context, { path, name: wanted }) => {
      const row = findRow(context, path);
      const { content, files } = await readFolderSkill(row.path);
      const name = wanted ?? row.name ?? lastPart(parentOf(row.path));
      await storeNewSkill(context.hub.storedSkills, context.user, { name, content, files });
      return { name, files: files.length + 1 };
    },
  }),
];

async function cacheFor(
  storedSkills: Hub["storedSkills"],
  asker: HubContext["user"],
  limit: number | undefined,
): Promise<{ readonly skills: readonly StoredSkill[]; readonly total: number }> {
  if (limit !== undefined)
    return await listNewest(storedSkills, asker, { withShared: true, limit });
  const skills = await listStored(storedSkills, asker, { withShared: true });
  return { skills, total: skills.length };
}

/** Only files that the server looks at anyway can be had. */
function findRow(
  { hub: { library }, isProxied }: HubContext,
  wanted: string,
): SkillRow & { readonly path: string } {
  // A proxy of which the settings do not know makes every client look like one on this machine.
  if (library?.isLocal === true && isProxied)
    throw failure(storedSkillCodes.forbidden, PROXIED, {
      hint: "The operator sets `publicUrl` and `trustedProxies` for a server behind a proxy.",
    });
  const row = library?.rows().find(({ path }) => path === wanted);
  if (row?.path === undefined)
    throw failure(apiCodes.notFound, "There is no such skill in a served folder");
  return { ...row, path: row.path };
}

function found<Value>({ library }: Hub, look: (view: LibraryView) => Value | undefined): Value {
  const value = library === undefined ? undefined : look(library);
  if (value === undefined)
    throw failure(apiCodes.notFound, "The server keeps no such skills; start it with `--root`");
  return value;
}

/** Changes that come while one is told are told once. */
async function* followChanges(
  view: LibraryView | undefined,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent, void> {
  let wake: (() => void) | undefined;
  let isChanged = true;
  const change = (): void => {
    isChanged = true;
    wake?.();
  };
  const close = view?.subscribe(change);
  signal.addEventListener("abort", change);
  try {
    while (!signal.aborted) {
      if (isChanged) {
        isChanged = false;
        yield { event: "changed", data: {} };
      } else
        await new Promise<void>((settle) => {
          wake = settle;
        });
    }
  } finally {
    close?.();
  }
}
