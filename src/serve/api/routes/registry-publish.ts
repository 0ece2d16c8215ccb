import { z } from "zod";
import { PUBLISH_LIMIT, QUARANTINE_COST } from "../../../registry/contract/index.ts";
import { type Publication, readPublication } from "../../../hub/jobs/index.ts";
import { findExcess } from "../../../platform/network/index.ts";
import { invalid, readBytes, readForm } from "../body.ts";
import type { ApiPorts } from "../ports.ts";
import type { ApiRoute } from "../route.ts";
import {
  at,
  conflict,
  given,
  member,
  list,
  problems,
  skillParams,
  versionParams,
  visitor,
} from "./registry-common.ts";
import { skillShape, versionShape } from "./registry-shapes.ts";

/** Of an archive, with what a form adds; the registry looks at the files themselves. */
const MOST_BYTES = 150 * 1024 * 1024;
/** Base64 takes a third more than the files; what is larger comes as an archive. */
const MOST_JSON_BYTES = 80 * 1024 * 1024;
/** Parsed at once, which is faster than handing it to a worker. */
const SMALL_JSON_BYTES = 64 * 1024;
/** An archive and the details. */
const MOST_PARTS = 30;
const MOST_FIELD_BYTES = 64 * 1024;

type Details = Publication["details"];

const details: z.ZodType<Details> = z.object({
  name: z.string().max(120).optional(),
  publisher: z.string().max(40).optional(),
  version: z.string().max(64).optional(),
  display_name: z.string().max(120).optional(),
  changelog: z.string().max(20_000).optional(),
  tags: list,
  topics: list,
  visibility: z.enum(["public", "team", "private"]).optional(),
  draft: z.stringbool().optional(),
  dry_run: z.stringbool().optional(),
});

/** A package comes as a form, as JSON, or as the bytes of an archive. */
async function readPackage(
  request: Request,
  jobs: ApiPorts["jobs"],
  owner: string,
): Promise<Publication> {
  const type = request.headers.get("content-type") ?? "";
  if (/^multipart\/form-data/iu.test(type)) return await readArchiveForm(request);
  if (/^application\/json/iu.test(type)) {
    const bytes = await readBytes(request, MOST_JSON_BYTES);
    const isSmall =
      bytes.length <= SMALL_JSON_BYTES && findExcess(new TextDecoder().decode(bytes)) === undefined;
    return isSmall ? readPublication(bytes) : await jobs.run("read-publication", bytes, { owner });
  }
  const bytes = await readBytes(request, MOST_BYTES);
  if (bytes.length === 0) throw invalid("archive", "Expected a package in the body");
  return { content: { kind: "archive", bytes }, details: {} };
}

async function readArchiveForm(request: Request): Promise<Publication> {
  const form = await readForm(request, {
    maxBytes: MOST_BYTES,
    maxParts: MOST_PARTS,
    field: "archive",
  });
  const file = ["archive", "artifact"]
    .map((field) => form.find(({ name }) => name === field))
    .find((part) => part !== undefined);
  if (file?.fileName === undefined)
    throw invalid("archive", "Expected a form with an archive in the field `archive`");
  const texts = form.flatMap(
    ({ name, fileName, bytes }): readonly (readonly [string, string])[] => {
      if (fileName !== undefined) return [];
      if (bytes.length > MOST_FIELD_BYTES) throw invalid(name, "It is too long");
      return [[name, new TextDecoder().decode(bytes)]];
    },
  );
  const parsed = details.safeParse(Object.fromEntries(texts));
  if (!parsed.success)
    throw invalid(
      parsed.error.issues[0]?.path.join(".") ?? "form",
      parsed.error.issues[0]?.message ?? "It is not valid",
    );
  return { content: { kind: "archive", bytes: file.bytes }, details: parsed.data };
}

export const registryPublishRoutes: readonly ApiRoute[] = [
  member({
    method: "POST",
    path: at("/skills"),
    id: "publishRegistrySkill",
    doc: "Publishes a version: a form with an `archive`, the bytes of one, or JSON with `files`; details as fields or in the query.",
    query: details,
    form: ["archive"],
    maxBytes: MOST_BYTES,
    limit: PUBLISH_LIMIT,
    answers: {
      201: {
        doc: "The version with its state; a dry run answers so too and keeps nothing.",
        schema: z.object({
          skill: skillShape.schema,
          version: versionShape.schema,
          is_new_skill: z.boolean(),
          reputation_cost: z.number(),
          warnings: z.array(z.object({ message: z.string(), hint: z.string().nullable() })),
        }),
      },
      413: { doc: "The package is too large." },
      ...conflict,
      ...problems,
    },
    handle: async (context) => {
      const viewer = await visitor(context);
      const { market, jobs } = context.ports;
      await market.requireRoom(viewer);
      const { content, details: inBody } = await readPackage(
        context.request,
        jobs,
        context.caller.user.id,
      );
      const told = { ...given(context.query), ...given(inBody) };
      const { display_name, draft, dry_run, ...rest } = told;
      const published = await market.publish(viewer, {
        content,
        ...rest,
        ...given({ displayName: display_name, isDraft: draft, isDryRun: dry_run }),
      });
      return {
        skill: skillShape.out(published.skill),
        version: versionShape.out(published.version),
        is_new_skill: published.isNewSkill,
        reputation_cost: published.version.state === "quarantined" ? QUARANTINE_COST : 0,
        warnings: published.warnings.map(({ message, hint }) => ({
          message,
          hint: hint ?? null,
        })),
      };
    },
  }),
  ...(["submit", "withdraw"] as const).map((action) =>
    member({
      method: "POST",
      path: at(`/skills/{name}/{version}/${action}`),
      id: `${action}RegistryVersion`,
      doc:
        action === "submit"
          ? "Hands a draft to the registry; its audit decides whether it is listed."
          : "Takes an own version that waits for a moderator back to a draft.",
      params: versionParams,
      answers: {
        200: { doc: "The version.", schema: versionShape.schema },
        ...conflict,
        ...problems,
      },
      handle: async (context) => {
        const { name, version } = context.params;
        const viewer = await visitor(context);
        const record = await context.ports.market[action](viewer, name, version);
        return versionShape.out(record);
      },
    }),
  ),
  ...(["yank", "unyank"] as const).map((action) =>
    member({
      method: "POST",
      path: at(`/skills/{name}/{version}/${action}`),
      id: `${action}RegistryVersion`,
      doc:
        action === "yank"
          ? "Takes a version out of lists and ranges; those who name it exactly still get it."
          : "Brings a yanked version back.",
      params: versionParams,
      body: z.object({ reason: z.string().max(2000).optional() }),
      answers: {
        200: { doc: "The version.", schema: versionShape.schema },
        ...conflict,
        ...problems,
      },
      handle: async (context) => {
        const { name, version } = context.params;
        const viewer = await visitor(context);
        const { reason } = context.body;
        const record = await context.ports.market[action](viewer, name, version, reason);
        return versionShape.out(record);
      },
    }),
  ),
  member({
    method: "PUT",
    path: at("/skills/{name}/deprecation"),
    id: "deprecateRegistrySkill",
    doc: "Tells users of a skill, or of one version, not to use it any more; without a message takes that back. A `successor` names the skill to use in its place.",
    params: skillParams,
    body: z.object({
      version: z.string().optional(),
      message: z.string().min(1).max(2000).optional(),
      successor: z.string().min(1).max(200).optional(),
    }),
    answers: { 200: { doc: "The skill.", schema: skillShape.schema }, ...problems },
    handle: async (context) =>
      skillShape.out(
        await context.ports.market.deprecate(
          await visitor(context),
          context.params.name,
          given(context.body),
        ),
      ),
  }),
  member({
    method: "PUT",
    path: at("/skills/{name}/visibility"),
    id: "setRegistryVisibility",
    doc: "Sets who may see a skill: everyone, the team of its publisher, or its members only.",
    params: skillParams,
    body: z.object({ visibility: z.enum(["public", "team", "private"]) }),
    answers: { 200: { doc: "The skill.", schema: skillShape.schema }, ...problems },
    handle: async (context) => {
      const { visibility } = context.body;
      const { name } = context.params;
      const viewer = await visitor(context);
      return skillShape.out(await context.ports.market.setVisibility(viewer, name, visibility));
    },
  }),
  member({
    method: "PUT",
    path: at("/skills/{name}/tags/{tag}"),
    id: "setRegistryTag",
    doc: "Lets a word stand for a version; without a version the word is free again.",
    params: z.object({ name: z.string(), tag: z.string() }),
    body: z.object({ version: z.string().optional() }),
    answers: { 204: { doc: "It is done." }, ...conflict, ...problems },
    handle: async (context) => {
      const { name, tag } = context.params;
      const { version } = context.body;
      await context.ports.market.setTag(await visitor(context), name, tag, version);
    },
  }),
  member({
    method: "DELETE",
    path: at("/skills/{name}"),
    id: "deleteRegistrySkill",
    doc: "Deletes a skill; its name and versions stay taken, and it can come back for a while.",
    params: skillParams,
    answers: { 204: { doc: "It is deleted." }, ...problems },
    handle: async (context) => {
      await context.ports.market.delete(await visitor(context), context.params.name);
    },
  }),
  member({
    method: "POST",
    path: at("/skills/{name}/undelete"),
    id: "undeleteRegistrySkill",
    doc: "Brings a deleted skill back.",
    params: skillParams,
    answers: { 200: { doc: "The skill.", schema: skillShape.schema }, ...conflict, ...problems },
    handle: async (context) =>
      skillShape.out(
        await context.ports.market.undelete(await visitor(context), context.params.name),
      ),
  }),
];
