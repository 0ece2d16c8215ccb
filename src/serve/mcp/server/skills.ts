import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Resource,
} from "@modelcontextprotocol/server";
import {
  RESOURCES_DIRECTORY_READ_METHOD,
  type Skill as SkillEntry,
  SKILLS_GET_METHOD,
  SKILLS_LIST_METHOD,
} from "@modelcontextprotocol/server/ext/skills";
import { z } from "zod";
import {
  type Catalog,
  locateSkill,
  type CatalogView,
  readUri,
  SKILL_FILE,
} from "../../../app/catalog/index.ts";
import { loadedView, type ViewOf } from "./clients.ts";
import { type Page, pageOf } from "./page.ts";
import { listFolder } from "./resources.ts";

/** Entries name every file with its digest, so that fewer of them make a page. */
const SKILLS_A_PAGE = 100;

const listParams = z.looseObject({ cursor: z.string().optional() });
const getParams = z.looseObject({ uri: z.string() });
const folderParams = z.looseObject({ uri: z.string(), cursor: z.string().optional() });

/**
 * The methods of the skills extension. The SDK's own would hold every entry of a page against its rules again;
 * these entries come from its reader and never change, so they are answered as they stand.
 */
export function answerSkills({ server }: McpServer, viewOf: ViewOf, cacheHint: object): void {
  server.setRequestHandler(
    SKILLS_LIST_METHOD,
    { params: listParams },
    async ({ cursor }, context) => {
      const { current } = await loadedView(viewOf, context, cursor);
      const page = pageOf(
        current.listed,
        cursor,
        (skill) => skill.uri,
        SKILLS_A_PAGE,
        ({ entry }) => entry,
      );
      return { skills: page.items.map(({ entry }) => entry), ...next(page), ...cacheHint };
    },
  );
  server.setRequestHandler(SKILLS_GET_METHOD, { params: getParams }, async ({ uri }, context) => {
    const view = await viewOf(context);
    await demandUri(view, uri);
    const skill = getSkill(view.current, uri);
    if (skill === undefined) throw refused(`No skill is served at ${uri}`);
    return { skill, ...cacheHint };
  });
  server.setRequestHandler(
    RESOURCES_DIRECTORY_READ_METHOD,
    { params: folderParams },
    async ({ uri, cursor }, context) => {
      const view = await viewOf(context);
      await demandUri(view, uri);
      const children = readFolder(view.current, uri);
      if (children === undefined) throw refused(`${uri} is not a directory resource`);
      const page = pageOf(
        children,
        cursor,
        (child) => child.uri,
        undefined,
        (child) => child,
      );
      return { resources: [...page.items], ...next(page), ...cacheHint };
    },
  );
}

function next({ nextCursor }: Page<unknown>): { nextCursor?: string } {
  return nextCursor === undefined ? {} : { nextCursor };
}

/** Also those that are not listed, such as skills for the user alone. */
function getSkill(catalog: Catalog, uri: string): SkillEntry | undefined {
  const found = locateUri(catalog, uri);
  return found?.inside === SKILL_FILE ? found.skill.entry : undefined;
}

function readFolder(catalog: Catalog, uri: string): readonly Resource[] | undefined {
  const found = locateUri(catalog, uri);
  return found && listFolder(found.skill, found.inside);
}

async function demandUri(view: CatalogView, uri: string): Promise<void> {
  const target = readUri(uri);
  if (target?.kind === "path") await view.demand(target.parts.join("/"));
}

function locateUri(catalog: Catalog, uri: string): ReturnType<typeof locateSkill> {
  const target = readUri(uri);
  return target?.kind === "path" ? locateSkill(catalog, target.parts) : undefined;
}

function refused(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
