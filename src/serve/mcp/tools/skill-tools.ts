/** The tools for clients that show nothing else: find, load and read skills. */
import { z } from "zod";
import {
  type Catalog,
  type ServedSkill,
  digestOf,
  SKILL_FILE,
  skillUri,
} from "../../../app/catalog/index.ts";
import { readResource } from "../server/contents.ts";
import { readServed } from "../server/prompts.ts";
import { buildInstructions } from "../../../app/catalog/index.ts";
import { answer, refusal, unknownSkill } from "./answer.ts";
import { lineIcon } from "../early/icons.ts";
import type { SkillTool, ToolPorts, ToolProvider } from "./provider.ts";
import { type FindSkills, searchSkills } from "./search.ts";

const VERSION = "1.0.0";
/** Nothing but what stands in the catalog is looked at, and nothing is changed. */
const READ_ONLY = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;
/** Larger files are for `resources/read`, which clients do not put before a model. */
const MAX_BYTES = 1024 * 1024;

const common = { version: VERSION, tags: ["skills"], timeoutMs: 10_000 };

const searchInput = z.object({
  query: z.string().max(500).default("").describe("Words to look for; empty lists all skills."),
  tags: z
    .array(z.string())
    .max(20)
    .default([])
    .describe("Tags that a skill must have, all of them."),
  limit: z.int().min(1).max(100).default(10).describe("The most skills to return."),
  offset: z.int().min(0).default(0).describe("How many of the best to leave out, to turn pages."),
});

const summary = z.object({
  name: z.string(),
  title: z.string().optional(),
  description: z.string(),
  uri: z.string(),
  dialect: z.string(),
  version: z.string().optional(),
  tags: z.array(z.string()),
  verdict: z.enum(["allow", "review", "block"]).describe("What the scan makes of it."),
  notices: z.array(z.string()).optional().describe("What to know before you follow it."),
});

const searchTool = (find: FindSkills): SkillTool => ({
  ...common,
  name: "search_skills",
  title: "Search skills",
  description:
    "Finds skills by words in their names, descriptions, tags and instructions, the best first. " +
    "Load one with `load_skill` before you act on it.",
  input: searchInput,
  output: z.object({
    total: z.int(),
    skills: z.array(summary.extend({ score: z.number() })),
  }),
  annotations: { title: "Search skills", ...READ_ONLY },
  icons: lineIcon("M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M21 21l-5-5"),
  run: async (input, { view, jobOwner }) => {
    const { query, tags, limit, offset } = searchInput.parse(input);
    await view.settled();
    const hits = await find(view.current.listed, query, tags, jobOwner);
    const skills = hits.slice(offset, offset + limit).map(({ skill, score }) => ({
      ...summaryOf(skill),
      score,
    }));
    const lines = skills.map(({ name, description, notices = [] }) =>
      [`- ${name}: ${description}`, ...notices.map((notice) => `(${notice})`)].join(" "),
    );
    const head = `${hits.length} ${hits.length === 1 ? "skill" : "skills"}`;
    return answer({ total: hits.length, skills }, [head, ...lines].join("\n"));
  },
});

function summaryOf({
  path,
  title,
  description,
  uri,
  version,
  tags,
  reading,
  verdict,
  notices,
}: ServedSkill): z.infer<typeof summary> {
  return {
    name: path,
    ...(title === undefined ? {} : { title }),
    description,
    uri,
    dialect: reading.dialect.id,
    ...(version === undefined ? {} : { version }),
    tags: [...tags],
    verdict,
    ...(notices.length === 0 ? {} : { notices: [...notices] }),
  };
}

/** By its address, or by the id that its contract gives it. */
function findSkill({ byPath, byId }: Catalog, name: string): ServedSkill | undefined {
  return byPath.get(name) ?? byId.get(name);
}

const skillName = z
  .string()
  .min(1)
  .max(1000)
  .describe("Name of a skill, as `search_skills` gives it.");
const nameInput = z.object({ name: skillName });

const loadTool: SkillTool = {
  ...common,
  name: "load_skill",
  title: "Load a skill",
  description:
    "Returns the instructions of a skill and the list of its files. Follow the instructions; " +
    "read a file with `read_skill_file` when they refer to it.",
  input: nameInput,
  output: summary.extend({
    digest: z.string(),
    instructions: z.string(),
    files: z.array(
      z.object({ path: z.string(), uri: z.string(), size: z.int(), digest: z.string() }),
    ),
    dependsOn: z.array(z.string()),
  }),
  annotations: { title: "Load a skill", ...READ_ONLY },
  icons: lineIcon("M12 3v12m0 0l-4-4m4 4l4-4M4 21h16"),
  run: async (input, { view, base, uses }) => {
    const { name } = nameInput.parse(input);
    await view.demand(name);
    const read = await readServed(view, (catalog) => findSkill(catalog, name));
    if (read?.skill.isListed !== true) return unknownSkill(view.current, name);
    const { skill } = read;
    uses.add(skill.path);
    const instructions = buildInstructions(read, {}, base);
    const files = [...skill.files.values()].map(({ path, uri, size, sha256 }) => ({
      path,
      uri,
      size,
      digest: digestOf(sha256),
    }));
    const digest = digestOf(skill.files.get(SKILL_FILE)?.sha256 ?? "");
    const { dependsOn } = skill;
    const others = files.filter(({ path }) => path !== SKILL_FILE).map(({ path }) => `- ${path}`);
    const list = others.length === 0 ? [] : ["", "Files of the skill:", ...others];
    const { notices } = skill;
    const said = notices.length === 0 ? [] : [...notices.map((notice) => `> ${notice}`), ""];
    const text = [`# Skill: ${name}`, "", ...said, instructions.trim(), ...list].join("\n");
    return answer({ ...summaryOf(skill), digest, instructions, files, dependsOn }, text);
  },
};

const fileInput = z.object({
  name: skillName,
  path: z
    .string()
    .min(1)
    .max(1000)
    .describe("Path of a file of the skill, as `load_skill` lists it."),
});

const readTool: SkillTool = {
  ...common,
  name: "read_skill_file",
  title: "Read a file of a skill",
  description: "Returns one file of a skill: text as it is, anything else in Base64.",
  input: fileInput,
  output: z.object({
    name: z.string(),
    path: z.string(),
    uri: z.string(),
    mimeType: z.string(),
    size: z.int(),
    digest: z.string(),
    text: z.string().optional(),
    blob: z.string().optional(),
  }),
  annotations: { title: "Read a file of a skill", ...READ_ONLY },
  icons: lineIcon("M6 3h8l4 4v14H6zM14 3v4h4M9 13h6M9 17h6"),
  run: async (input, { view }) => {
    const { name, path } = fileInput.parse(input);
    await view.demand(name);
    const skill = findSkill(view.current, name);
    if (skill?.isListed !== true) return unknownSkill(view.current, name);
    const file = skill.files.get(path);
    if (file === undefined)
      return refusal(`\`${name}\` has no file \`${path}\` in the list of \`load_skill\`.`);
    if (file.size > MAX_BYTES)
      return refusal(
        `\`${path}\` has ${file.size} bytes; at most ${MAX_BYTES} are allowed. ` +
          `Read the resource ${file.uri} instead.`,
      );
    const { contents } = await readResource(view, skillUri(skill.path, path));
    const [content] = contents;
    if (content === undefined) return refusal(`\`${path}\` is gone.`);
    const digest = String(content["_meta"]?.["digest"]);
    const { uri, mimeType = file.mimeType } = content;
    const data = "text" in content ? { text: content.text } : { blob: content.blob };
    const size =
      "text" in content
        ? Buffer.byteLength(content.text)
        : Buffer.byteLength(content.blob, "base64");
    return answer(
      { name, path, uri, mimeType, size, digest, ...data },
      "text" in content ? content.text : `${size} bytes of ${mimeType}, in \`blob\` as Base64.`,
    );
  },
};

/** Names in the description of a tool, in so many characters. */
const NAMES_LENGTH = 600;

/** The skills that are used most, for models that see nothing but the tools. */
function namesOf({ view, uses }: ToolPorts): string {
  const names: string[] = [];
  let length = 0;
  const ranked = uses.rank(view.current.listed);
  for (const { path } of ranked) {
    length += path.length + 4;
    if (length > NAMES_LENGTH) break;
    names.push(`\`${path}\``);
  }
  if (names.length === 0) return "";
  const rest = ranked.length - names.length;
  return ` Skills: ${names.join(", ")}${rest === 0 ? "" : ` and ${rest} more`}.`;
}

/** The tools that every server of skills has. */
export function skillTools(find: FindSkills = searchSkills): ToolProvider {
  return {
    id: "skills",
    tools: (ports) => {
      const names = namesOf(ports);
      const withNames = (tool: SkillTool): SkillTool => ({
        ...tool,
        description: tool.description + names,
      });
      return [withNames(searchTool(find)), withNames(loadTool), readTool];
    },
  };
}
