/** Skills wherever they lie, and the hosts that they are held against: what the workbench shows. */
import { z } from "zod";
import { failure } from "../../../platform/index.ts";
import {
  type LibraryView,
  rowOfShelf,
  type SkillRow,
  type SystemState,
} from "../../../hub/library/index.ts";
import { type KeptSkill, listKept, listNewest } from "../../../hub/skills/index.ts";
import type { User } from "../../../hub/accounts/index.ts";
import { apiCodes } from "../diagnostics.ts";
import type { ApiPorts } from "../ports.ts";
import { type ApiRoute, routesOf } from "../route.ts";
import { problemSchema } from "../schemas.ts";
import { streamAnswer, type StreamEvent } from "../sse.ts";

const tag = "library";

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

const place = z.object({ dialect: z.string(), agent: z.string() });
const absent = { 404: { doc: "The server keeps no such skills.", schema: problemSchema } };

async function keptFor(
  { shelf }: ApiPorts,
  user: User,
  limit: number | undefined,
): Promise<{ readonly skills: readonly KeptSkill[]; readonly total: number }> {
  if (limit !== undefined) return await listNewest(shelf, user, { withShared: true, limit });
  const skills = await listKept(shelf, user, { withShared: true });
  return { skills, total: skills.length };
}

const userRoute = routesOf({ tag, access: "admin", scope: "skills:read" });

export const libraryRoutes: readonly ApiRoute[] = [
  userRoute({
    method: "GET",
    path: "/api/v1/library/skills",
    id: "listEverySkill",
    doc: "Lists the skills of the user, those shared with them and, for an administrator, those in served folders, each file once, with whether each system loads it and why not; with `limit` only the newest, as they were when the server last looked.",
    access: "user",
    query: z.object({ limit: z.coerce.number().int().min(1).optional() }),
    answers: {
      200: {
        doc: "The skills, the newest first, and how many there are.",
        schema: z.object({ skills: z.array(rowSchema), total: z.number() }),
      },
    },
    handle: async ({ ports, caller, query: { limit } }) => {
      const folders = caller.isAdmin ? (ports.library?.rows() ?? []) : [];
      const { skills: kept, total } = await keptFor(ports, caller.user, limit);
      const skills = [...kept.map(rowOfShelf), ...folders].slice(0, limit);
      return { skills, total: total + folders.length };
    },
  }),
  userRoute({
    method: "GET",
    path: "/api/v1/library/prompt",
    id: "readPromptParts",
    doc: "Gives what the list of skills for the model is made of, with its limits.",
    query: place,
    answers: { 200: { doc: "The parts.", schema: promptSchema }, ...absent },
    handle: async ({ ports, query: { dialect, agent } }) =>
      promptSchema.parse(found(ports, (view) => view.prompt(dialect, agent))),
  }),
  userRoute({
    method: "GET",
    path: "/api/v1/library/text",
    id: "readLibraryText",
    doc: "Gives the text of a skill in a served folder.",
    query: place.extend({ path: z.string() }),
    answers: { 200: { doc: "The text.", schema: z.object({ text: z.string() }) }, ...absent },
    handle: async ({ ports, query: { dialect, agent, path } }) => ({
      text: found(ports, (view) => view.text(dialect, agent, path)),
    }),
  }),
  userRoute({
    method: "GET",
    path: "/api/v1/library/hosts",
    id: "listHosts",
    doc: "Lists the hosts that are connected, and those that left.",
    answers: { 200: { doc: "The hosts.", schema: z.object({ hosts: z.array(hostSchema) }) } },
    handle: async ({ ports }) => ({
      hosts: z.array(hostSchema).parse(ports.library?.hosts() ?? []),
    }),
  }),
  userRoute({
    method: "GET",
    path: "/api/v1/library/events",
    id: "followLibrary",
    doc: "Tells whenever served skills or hosts have changed.",
    answers: {
      200: {
        doc: "The event `changed`, each time.",
        schema: z.string(),
        media: "text/event-stream",
      },
    },
    handle: ({ ports }) => {
      const gone = new AbortController();
      const signal = AbortSignal.any([gone.signal, ports.stopping]);
      return streamAnswer(changesOf(ports.library, signal), {
        clock: ports.clock,
        onGone: () => gone.abort(),
      });
    },
  }),
];

function found<Value>(
  { library }: ApiPorts,
  look: (view: LibraryView) => Value | undefined,
): Value {
  const value = library === undefined ? undefined : look(library);
  if (value === undefined)
    throw failure(apiCodes.notFound, "The server keeps no such skills; start it with `--root`");
  return value;
}

/** Changes that come while one is told are told once. */
async function* changesOf(
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
