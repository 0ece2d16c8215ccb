/** Skills that people keep on a server: who sees them, what they were, and what their tools may touch. */
import { z } from "zod";
import {
  createSkill,
  deleteSkill,
  deleteSkillFile,
  listSkillFiles,
  listSkills,
  listSkillVersions,
  MOST_FILE_BYTES,
  readSkillDetail,
  readSkillSharing,
  readSkillVersion,
  shareSkill,
  type SkillFile,
  updateSkill,
  type VersionedSkill,
  writeSkillFile,
} from "../../hub/skills/index.ts";
import type { SkillRights } from "../../hub/tools/index.ts";
import { forUsers, type HubContext, invalid } from "./context.ts";
import type { HubOperation } from "./define.ts";
import { expectation } from "./if-match.ts";
import { createPageFields, listPageFields, nextOffsetField, toListPage } from "./list-page.ts";
import { neededText } from "./needed-text.ts";
import { asIs, from, listOf, type Shape, toShape } from "./shape.ts";
import { sharingFields, sharingShape, toSharing } from "./sharing.ts";
import { detailSchema, summarySchema } from "./skill-schemas.ts";

const tag = "skills";
const reader = forUsers({ tag, scope: "skills:read" });
const writer = forUsers({ tag, scope: "skills:write" });
const admin = forUsers({ tag, access: "admin", scope: "users" });

const MOST_PERMISSIONS = 100;
/** Of a page: each row tells all permissions of a skill. */
const MOST_RIGHTS = 50;

/** Somewhat over the limit of a skill, so that its own message is told and not one about bodies. */
const MOST_BYTES = 256 * 1024;

const versionedShape: Shape<VersionedSkill> = { schema: detailSchema, out: ({ detail }) => detail };

const fileShape: Shape<SkillFile> = toShape({
  path: z.string(),
  size: z.number(),
  version: z.string(),
  is_executable: z.boolean(),
});

const rightsShape: Shape<SkillRights> = from(
  toShape({
    skill: z.string(),
    owner_id: z.string().nullable(),
    /** Of its files; a grant holds for these alone. */
    digest: z.string(),
    rights: z.array(
      z.object({
        permission: z.string(),
        sentence: z.string(),
        state: z.enum(["given", "asks", "refused"]),
        by: z.enum(["tier", "settings", "grant"]).nullable(),
      }),
    ),
    grant: z
      .object({
        permissions: z.array(z.string()),
        granted_by: z.string(),
        granted_at: z.string(),
        is_current: z.boolean(),
      })
      .nullable(),
  }),
  (rights) => rights,
);

const versionRefusals = {
  403: "Only the owner of the skill may do this.",
  404: "No such skill or version, or not visible to this user.",
};
const sharingRefusals = {
  400: "A field is invalid.",
  403: "Only its owner may do this.",
  404: "Not found, or the user is in no such team.",
};
const skillRefusals = {
  400: "A field is invalid.",
  404: "No such skill, or not visible to this user.",
};
const changeRefusals = {
  403: "Only the owner of the skill may do this.",
  412: "It has changed since that version.",
};
const fileRefusals = {
  400: "A field is invalid.",
  404: "No such skill or file, or not visible to this user.",
};
const fileChangeRefusals = {
  ...fileRefusals,
  403: "Only the owner of the skill may do this.",
  412: "The file has changed since that version.",
};
const notAdmin = { 403: "Only an administrator may do this." };

export const storedSkillOperations: readonly HubOperation<HubContext>[] = [
  reader("GET /skills", {
    id: "listSkills",
    doc: "Lists the user's skills, or all skills for an administrator, newest first, in pages.",
    input: { shared: z.enum(["true", "false"]).optional(), ...listPageFields },
    gives: [
      "The skills.",
      toShape({ skills: listOf(asIs(summarySchema)), total: z.number(), ...nextOffsetField }),
    ],
    run: async ({ hub, user }, { shared, limit, offset }) => {
      const skills = await listSkills(hub.storedSkills, user, { withShared: shared === "true" });
      const page = { limit, offset };
      const { rows, nextOffset } = toListPage(skills.slice(offset, offset + limit + 1), page);
      return { skills: rows, total: skills.length, nextOffset };
    },
  }),
  reader("GET /skills/{name}", {
    id: "readSkill",
    doc: "Returns a skill with its text.",
    gives: ["The skill.", versionedShape],
    version: ({ version }) => version,
    refusals: skillRefusals,
    run: ({ hub, user }, { name }) => readSkillDetail(hub.storedSkills, user, name),
  }),
  writer("POST /skills", {
    id: "createSkill",
    doc: "Creates a skill, owned by the user.",
    input: { name: neededText, content: neededText },
    maxBytes: MOST_BYTES,
    makes: ["The stored skill.", versionedShape],
    version: ({ version }) => version,
    refusals: { 400: skillRefusals[400], 409: "The name is taken." },
    run: ({ hub, user }, skill) => createSkill(hub.storedSkills, user, skill),
  }),
  writer("PUT /skills/{name}", {
    id: "updateSkill",
    doc: "Replaces the text of a skill; with `If-Match`, only if its version matches.",
    input: { content: neededText },
    maxBytes: MOST_BYTES,
    isGuarded: true,
    gives: ["The stored skill.", versionedShape],
    version: ({ version }) => version,
    refusals: { ...skillRefusals, ...changeRefusals },
    run: ({ hub, user, ifMatch }, { name, content }) =>
      updateSkill(hub.storedSkills, user, name, { content, ...expectation(ifMatch) }),
  }),
  writer("DELETE /skills/{name}", {
    id: "deleteSkill",
    doc: "Deletes a skill and all its files.",
    isGuarded: true,
    done: "It was deleted.",
    refusals: { ...skillRefusals, ...changeRefusals },
    run: ({ hub, user, ifMatch }, { name }) =>
      deleteSkill(hub.storedSkills, user, name, expectation(ifMatch)),
  }),
  reader("GET /skills/{name}/files", {
    id: "listSkillFiles",
    doc: "Lists the files of a skill.",
    gives: ["The files.", toShape({ files: listOf(fileShape), total: z.number() })],
    refusals: fileRefusals,
    run: async ({ hub, user }, { name }) => {
      const files = await listSkillFiles(hub.storedSkills, user, name);
      return { files, total: files.length };
    },
  }),
  writer("PUT /skills/{name}/file", {
    id: "writeSkillFile",
    doc: "Stores a file beside the `SKILL.md`, such as a reference or a tool module; `is_executable` marks a program. With `If-Match`, only if its version matches.",
    inQuery: ["path"],
    input: {
      path: z.string().default("SKILL.md"),
      content: z.string(),
      encoding: z.enum(["utf-8", "base64"]).default("utf-8"),
      is_executable: z.boolean().optional(),
    },
    // Base64 takes a third more than the bytes.
    maxBytes: Math.ceil(MOST_FILE_BYTES * 1.4),
    isGuarded: true,
    gives: ["The stored file.", fileShape],
    version: ({ version }) => version,
    refusals: fileChangeRefusals,
    run: ({ hub, user, ifMatch }, { content, encoding, ...file }) =>
      writeSkillFile(hub.storedSkills, user, {
        ...file,
        // After it is known whose skill it is: others must not make the server look at what they send.
        bytes: () => (encoding === "utf-8" ? Buffer.from(content) : readBase64(content)),
        ...toExpected(ifMatch),
      }),
  }),
  writer("DELETE /skills/{name}/file", {
    id: "deleteSkillFile",
    doc: "Deletes a file of a skill.",
    input: { path: z.string().default("SKILL.md") },
    isGuarded: true,
    done: "It was deleted.",
    refusals: fileChangeRefusals,
    run: ({ hub, user, ifMatch }, file) =>
      deleteSkillFile(hub.storedSkills, user, { ...file, ...toExpected(ifMatch) }),
  }),
  reader("GET /skills/{name}/versions", {
    id: "listSkillVersions",
    doc: "Lists the saved texts of a skill, newest first, for those who may change it.",
    gives: [
      "The versions.",
      toShape({
        versions: listOf(
          asIs(z.object({ id: z.string(), saved_at: z.string(), size: z.number() })),
        ),
        total: z.number(),
      }),
    ],
    refusals: versionRefusals,
    run: async ({ hub, user }, { name }) => {
      const versions = await listSkillVersions(hub.storedSkills, user, name);
      return { versions, total: versions.length };
    },
  }),
  reader("GET /skills/{name}/versions/{version}", {
    id: "readSkillVersion",
    doc: "Returns an earlier text of a skill.",
    gives: ["The text.", toShape({ content: z.string() })],
    refusals: versionRefusals,
    run: async ({ hub, user }, { name, version }) => ({
      content: await readSkillVersion(hub.storedSkills, user, name, version),
    }),
  }),
  reader("GET /skills/{name}/sharing", {
    id: "readSkillSharing",
    doc: "Returns who besides the owner may read and run a skill.",
    gives: ["Who has access.", sharingShape],
    refusals: sharingRefusals,
    run: ({ hub, user }, { name }) => readSkillSharing(hub.storedSkills, user, name),
  }),
  writer("PUT /skills/{name}/sharing", {
    id: "shareSkill",
    doc: "Shares a skill with no one, a team or all accounts; only the owner can change it.",
    input: sharingFields,
    gives: ["Who has access.", sharingShape],
    refusals: sharingRefusals,
    run: ({ hub, user }, { name, ...sharing }) =>
      shareSkill(hub.storedSkills, user, name, toSharing(sharing)),
  }),
  // The rules of tools are heavy, and most requests need none of them.
  reader("GET /grants", {
    id: "listGrants",
    doc: "Lists the skills with tools that the user can see: the permissions each one requests and has, and who granted them.",
    input: createPageFields(MOST_RIGHTS),
    gives: [
      "The skills.",
      toShape({
        /** Whether tools of skills run on this server at all. */
        is_enabled: z.boolean(),
        /** What the settings give to every skill. */
        allows: z.array(z.string()),
        skills: listOf(rightsShape),
        ...nextOffsetField,
      }),
    ],
    run: async ({ hub: { storedSkills, toolsAllowed }, user }, { limit, offset }) => {
      const { listRights } = await import("../../hub/tools/index.ts");
      const allows = toolsAllowed ?? [];
      const found = await listRights(storedSkills, user, allows, { limit: limit + 1, offset });
      const { rows, nextOffset } = toListPage(found, { limit, offset });
      return { isEnabled: toolsAllowed !== undefined, allows, skills: rows, nextOffset };
    },
  }),
  admin("PUT /grants/{name}", {
    id: "grantSkill",
    doc: "Grants permissions to the tools of a skill, for exactly the files that `digest` identifies; for administrators.",
    input: {
      permissions: z.array(z.string().min(1).max(1000)).min(1).max(MOST_PERMISSIONS),
      digest: z.string().max(200),
    },
    gives: ["The permissions that the skill has now.", rightsShape],
    refusals: {
      400: "The skill does not ask for it.",
      ...notAdmin,
      404: "No such skill.",
      412: "The files have changed since.",
    },
    run: async ({ hub: { storedSkills, toolsAllowed: allow = [] }, user }, { name, ...grant }) => {
      const { grantRights } = await import("../../hub/tools/index.ts");
      return await grantRights(storedSkills, user, name, { ...grant, allow });
    },
  }),
  admin("DELETE /grants/{name}", {
    id: "withdrawGrant",
    doc: "Revokes the permissions of the tools of a skill; for administrators.",
    done: "It is withdrawn, or there was nothing.",
    refusals: notAdmin,
    run: async ({ hub }, { name }) => {
      const { withdrawRights } = await import("../../hub/tools/index.ts");
      await withdrawRights(hub.storedSkills, name);
    },
  }),
];

function toExpected(ifMatch: string | undefined): { readonly expect?: string } {
  const [expect] = expectation(ifMatch).expect ?? [];
  return expect === undefined ? {} : { expect };
}

/** Blanks between its letters are left out. */
function readBase64(text: string): Uint8Array {
  const packed = text.replaceAll(/\s+/gu, "");
  const bytes = Buffer.from(packed, "base64");
  // Node passes over what is no base64; written again, it would be missing.
  const isWhole =
    bytes.toString("base64").replace(/={0,2}$/u, "") === packed.replace(/={0,2}$/u, "");
  if (!isWhole) throw invalid("content", "The content is not valid base64");
  return bytes;
}
