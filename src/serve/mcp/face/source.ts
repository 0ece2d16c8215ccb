import type { Skill as SkillEntry, SkillSource } from "@modelcontextprotocol/server/ext/skills";
import type { CatalogView } from "../catalog/view.ts";
import { readUri, SKILL_FILE } from "../uris.ts";
import type { ViewOf } from "./clients.ts";
import { readResource } from "./contents.ts";
import { pageOf } from "./page.ts";
import { listFolder } from "./resources.ts";

/** Entries name every file with its digest, so that fewer of them make a page. */
const SKILLS_A_PAGE = 100;

/** The catalog as the skills extension asks for it. */
export function skillSource(viewOf: ViewOf): SkillSource {
  return {
    list: async ({ cursor }, context) => listSkills(await viewOf(context), cursor),
    get: async (uri, context) => getSkill(await viewOf(context), uri),
    read: async (uri, context) => {
      const { contents } = await readResource(await viewOf(context), uri);
      const [content] = contents;
      if (content === undefined) return undefined;
      const mimeType = content.mimeType === undefined ? {} : { mimeType: content.mimeType };
      if ("text" in content) return { text: content.text, ...mimeType };
      return { bytes: Buffer.from(content.blob, "base64"), ...mimeType };
    },
    readDirectory: async (uri, { cursor }, context) => {
      const target = readUri(uri);
      if (target?.kind !== "folder" && target?.kind !== "file") return undefined;
      const { current } = await viewOf(context);
      const skill = current.byName.get(target.name);
      const path = target.kind === "file" ? target.path : "";
      const children = skill === undefined ? undefined : listFolder(skill, path);
      if (children === undefined) return undefined;
      const { items, nextCursor } = pageOf(children, cursor, (child) => child.uri);
      return { resources: [...items], ...(nextCursor === undefined ? {} : { nextCursor }) };
    },
  };
}

export function listSkills(
  view: CatalogView,
  cursor: string | undefined,
): { skills: SkillEntry[]; nextCursor?: string } {
  const { items, nextCursor } = pageOf(
    view.current.listed,
    cursor,
    (skill) => skill.uri,
    SKILLS_A_PAGE,
  );
  const skills = items.map(({ entry }) => entry);
  return nextCursor === undefined ? { skills } : { skills, nextCursor };
}

/** Also those that are not listed, such as skills for the user alone. */
function getSkill(view: CatalogView, uri: string): SkillEntry | undefined {
  const target = readUri(uri);
  if (target?.kind !== "file" || target.path !== SKILL_FILE) return undefined;
  return view.current.byName.get(target.name)?.entry;
}
