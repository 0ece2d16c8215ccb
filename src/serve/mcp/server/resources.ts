import type { Resource, ResourceTemplateType } from "@modelcontextprotocol/server";
import {
  type Catalog,
  type ServedFile,
  type ServedSkill,
  FOLDER_TYPE,
  JSON_TYPE,
  MARKDOWN,
  CATALOG_URI,
  INDEX_URI,
  SKILL_FILE,
  skillUri,
  TEMPLATES,
} from "../../../app/catalog/index.ts";
import { buildMeta } from "./meta.ts";

interface ReadOnlyAnnotations {
  readonly audience: "assistant"[];
  readonly priority: number;
  readonly lastModified: string;
  /** Hints of FastMCP, which the protocol has for tools alone. */
  readonly readOnlyHint: true;
  readonly idempotentHint: true;
}

function toAnnotations(changed: number, priority: number): ReadOnlyAnnotations {
  return {
    audience: ["assistant"],
    priority,
    lastModified: new Date(changed).toISOString(),
    readOnlyHint: true,
    idempotentHint: true,
  };
}

/** What `resources/list` tells: the whole, and for each skill its instructions, document and references. */
export function listResources(catalog: Catalog): readonly Resource[] {
  return [...catalogResources(), ...catalog.listed.flatMap(skillResources)].sort((a, b) =>
    a.uri < b.uri ? -1 : 1,
  );
}

function catalogResources(): readonly Resource[] {
  return [
    {
      uri: CATALOG_URI,
      name: "catalog",
      title: "Catalog of skills",
      description: "Every skill that was found, why some are not served, and who depends on whom.",
      mimeType: JSON_TYPE,
    },
    {
      uri: INDEX_URI,
      name: "index.json",
      title: "Index of skills",
      description: "The skills with their addresses and digests, for clients without skills/list.",
      mimeType: JSON_TYPE,
    },
  ];
}

function skillResources(skill: ServedSkill): readonly Resource[] {
  const { path, id, title = path, description, uri, authored, files } = skill;
  const meta = buildMeta(skill);
  const { changed } = authored;
  return [
    {
      uri,
      name: path,
      title,
      description,
      mimeType: MARKDOWN,
      size: files.get(SKILL_FILE)?.size ?? 0,
      annotations: toAnnotations(changed, 1),
      _meta: { ...meta, skill_id: id, path: SKILL_FILE },
    },
    {
      uri: authored.uri,
      name: `${id}/document`,
      title: `${title}, as written`,
      description,
      mimeType: MARKDOWN,
      size: authored.size,
      annotations: toAnnotations(changed, 0.5),
      _meta: { ...meta, skill_id: id, path: authored.path },
    },
    ...skill.references.map((item): Resource => ({
      uri: item.uri,
      name: `${id}/references/${item.id}`,
      title: item.title ?? item.id,
      description: `Reference \`${item.id}\` of the skill ${path}.`,
      mimeType: item.mimeType,
      size: item.file.size,
      annotations: toAnnotations(item.file.changed, 0.4),
      _meta: { ...meta, skill_id: id, ref_id: item.id, path: item.file.path },
    })),
  ];
}

export const resourceTemplates: readonly ResourceTemplateType[] = [
  {
    uriTemplate: TEMPLATES.file,
    name: "skill-file",
    title: "File of a skill",
    description: "A file that the entry of a skill lists, by the name of the skill and its path.",
  },
  {
    uriTemplate: TEMPLATES.manifest,
    name: "skill-manifest",
    title: "Files of a skill",
    description: "The files of a skill with sizes and digests, as FastMCP lists them.",
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: TEMPLATES.document,
    name: "skill-document",
    title: "Skill as written",
    description: "The SKILL.md of a skill as its author wrote it.",
    mimeType: MARKDOWN,
    _meta: { readOnlyHint: true, idempotentHint: true },
  },
  {
    uriTemplate: TEMPLATES.reference,
    name: "skill-reference",
    title: "Reference of a skill",
    description: "A reference document of a skill, by its id or by one that it had before.",
    mimeType: MARKDOWN,
    _meta: { readOnlyHint: true, idempotentHint: true },
  },
];

/** The direct children of a folder of a skill; undefined where there is no such folder. */
export function listFolder(skill: ServedSkill, folder: string): readonly Resource[] | undefined {
  const base = folder === "" ? "" : `${folder}/`;
  const children = new Map<string, Resource>();
  for (const file of skill.files.values()) {
    if (!file.path.startsWith(base)) continue;
    const [name = "", ...deeper] = file.path.slice(base.length).split("/");
    const child =
      deeper.length === 0 ? fileResource(file, name) : folderResource(skill, base + name);
    children.set(child.uri, child);
  }
  if (children.size === 0) return undefined;
  return [...children.values()].sort((a, b) => (a.uri < b.uri ? -1 : 1));
}

function fileResource({ uri, mimeType, size }: ServedFile, name: string): Resource {
  return { uri, name, mimeType, size };
}

function folderResource(skill: ServedSkill, path: string): Resource {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return { uri: skillUri(skill.path, path), name, mimeType: FOLDER_TYPE };
}
