/** Files that people take for a skill and an agent never comes by: in its own folders, or where it does not look. */
import {
  readBytesIfPresent,
  resolveCanonical,
  danglingLinks,
  type FolderEntry,
  listFolderEntries,
  findUp,
  isInside,
  joinPath,
  lastPart,
  parentOf,
  relativePath,
  withParents,
} from "../../platform/index.ts";
import type { Agent, AgentRoot, AgentView, DroppedFile, AgentContext } from "./agent.ts";
import { notInFolder, wrongFileName } from "./causes.ts";

interface Limits {
  readonly maxDepth: number;
  readonly maxFolders: number;
}

const LIMITS: Limits = { maxDepth: 10, maxFolders: 5000 };
/** What lies beside the folders for skills in a folder of settings; plugins have theirs deeper. */
const HOME_LIMITS: Limits = { maxDepth: 3, maxFolders: 500 };
/** A project is searched for one file that is not where it should be; most of it is something else. */
const PROJECT_LIMITS: Limits = { maxDepth: 7, maxFolders: 2000 };
const FILE = "SKILL.md";
/** Enough for the frontmatter of nearly every skill. */
const HEAD_BYTES = 4096;

/** Variables by which people move the folders of agents. */
const MOVES = [
  "CLAUDE_CONFIG_DIR",
  "CODEX_HOME",
  "COPILOT_HOME",
  "GEMINI_CLI_HOME",
  "GOOSE_PATH_ROOT",
  "OPENCODE_CONFIG_DIR",
  "XDG_CONFIG_HOME",
] as const;

/** What goes by a name in the folders of an agent and is neither loaded nor refused by it. */
export function findUnusedFiles(
  name: string,
  agent: Agent,
  ground: AgentContext,
  view: AgentView,
): readonly DroppedFile[] {
  const known = new Set(
    [...view.skills, ...view.dropped].flatMap(({ path }) => [path, resolveCanonical(path)]),
  );
  const roots = agent.roots(ground);
  const own = roots.flatMap(({ path, source }) =>
    straysIn(path, name, agent)
      .filter((file) => !known.has(file.path))
      .map((file) => ({ ...file, source })),
  );
  return own.length > 0 ? onceEach(own) : findMoved(name, agent, ground, roots);
}

/**
 * A skill of that name where this agent does not look, with the place where it would: in folders of other agents, of
 * the user and above the working directory, and anywhere in the project.
 */
export function findMisplaced(
  name: string,
  agent: Agent,
  others: readonly Agent[],
  ground: AgentContext,
): readonly DroppedFile[] {
  const own = agent.roots(ground);
  const ownPaths = new Set(own.map(({ path }) => resolveCanonical(path)));
  const inProject = skillsIn(findProject(ground), name, PROJECT_LIMITS);
  const inFolders = listAllFolders([agent, ...others], ground).flatMap((root) =>
    ownPaths.has(resolveCanonical(root)) ? [] : skillsIn(root, name),
  );
  const inHomes = agent.homes(ground).flatMap((home) => skillsIn(home, name, HOME_LIMITS));
  const files = [...inProject, ...inFolders, ...inHomes].map((path): DroppedFile => {
    const root = parentOf(parentOf(path));
    const target = joinPath(nearestRoot(root, own, ground), lastPart(parentOf(path)));
    return {
      path,
      source: "elsewhere",
      code: "not-scanned",
      reason: `${agent.title} does not look in ${root}.`,
      fix: `Copy the folder to ${target}, or make a link there.`,
    };
  });
  return onceEach(files);
}

/** The repository, or the working directory; nothing of a home but the folders that agents have there. */
function findProject({ folder, home }: AgentContext): string {
  const project = findUp(folder, [".git"]) ?? folder;
  return isInside(home, project) ? joinPath(folder, ".agents") : project;
}

/** Every folder that some agent has in a project or in a home, in the home and from the working directory upwards. */
function listAllFolders(agents: readonly Agent[], ground: AgentContext): readonly string[] {
  const { folder, home } = ground;
  const roots = agents.flatMap((agent) => agent.roots(ground)).map(({ path }) => path);
  const kinds = new Set(["skills", ".skills"]);
  for (const place of [folder, home])
    for (const root of roots) if (isInside(root, place)) kinds.add(relativePath(place, root));
  const places = [...withParents(folder), home];
  return [
    ...new Set([
      ...roots,
      ...places.flatMap((place) => [...kinds].map((kind) => joinPath(place, kind))),
    ]),
  ];
}

/** A variable leads the agent to other folders than those in which the skill lies. */
function findMoved(
  name: string,
  agent: Agent,
  ground: AgentContext,
  roots: readonly AgentRoot[],
): readonly DroppedFile[] {
  const known = new Set(roots.map(({ path }) => path));
  return MOVES.flatMap((variable) => {
    const value = ground.environment[variable] ?? "";
    if (value === "") return [];
    const environment = { ...ground.environment, [variable]: undefined };
    const usual = agent.roots({ ...ground, environment }).filter(({ path }) => !known.has(path));
    return onceEach(
      usual.flatMap(({ path: root, source }) =>
        skillsIn(root, name).map((path) => ({
          path,
          source,
          code: "not-scanned" as const,
          reason: `\`${variable}\` is set to ${value}, so ${agent.title} does not look in ${root}.`,
          fix: `Unset \`${variable}\`, or move the folder to where it leads.`,
        })),
      ),
    );
  });
}

/** Of the folders of the user or of the project, the one that people use: beside the other one, or there, or the first. */
function nearestRoot(
  root: string,
  own: readonly AgentRoot[],
  { folder, home }: AgentContext,
): string {
  const isOfProject = isInside(root, folder);
  const sameSide = own.filter(({ path }) =>
    isOfProject ? isInside(path, folder) : isInside(path, home) && !isInside(path, folder),
  );
  const choices = sameSide.length === 0 ? own : sameSide;
  const beside = choices.find(({ path }) => parentOf(path) === parentOf(root));
  const there = choices.find(({ path }) => listFolderEntries(path).length > 0);
  return (beside ?? there ?? choices[0])?.path ?? root;
}

function straysIn(root: string, name: string, { title }: Agent): readonly DroppedFile[] {
  const strays: DroppedFile[] = [];
  walk(root, (folder, entries, depth) => {
    for (const link of danglingLinks(folder))
      if (link.name === name)
        strays.push({
          path: link.path,
          reason: `The link leads to ${link.target}, which is not there.`,
          fix: "Let the link lead to the folder of the skill, or put the folder in its place.",
        });
    if (depth === 0)
      for (const { name: file, kind, path } of entries)
        if (kind === "file" && file.toLowerCase() === `${name.toLowerCase()}.md`)
          strays.push({ path, ...notInFolder });
    const skill = entries.find((entry) => entry.name === FILE && entry.kind === "file");
    if (skill !== undefined) {
      if (isCalled(skill.path, name)) strays.push(passedOver(skill, root, depth, title));
    } else if (lastPart(folder) === name && depth > 0) strays.push(withoutFile(folder, entries));
  });
  return strays;
}

function passedOver(
  { path, isLink }: FolderEntry,
  root: string,
  depth: number,
  title: string,
): DroppedFile {
  const hidden = relativePath(root, path)
    .split("/")
    .find((part) => part.startsWith("."));
  const code = "not-scanned" as const;
  if (isLink)
    return {
      path,
      code,
      reason: `${FILE} is a link, and ${title} reads no file through a link.`,
      fix: "Put the file itself in the place of the link, or link the whole folder.",
    };
  return hidden === undefined
    ? {
        path,
        code,
        reason: `It lies ${depth === 1 ? "one folder" : `${depth} folders`} below ${root}, where ${title} does not look.`,
        fix: `Move the folder of the skill to ${joinPath(root, lastPart(parentOf(path)))}.`,
      }
    : {
        path,
        code,
        reason: `${title} does not look into \`${hidden}\`, whose name begins with a dot.`,
        fix: "Give the folder a name without the dot, or move the skill out of it.",
      };
}

function withoutFile(folder: string, entries: readonly FolderEntry[]): DroppedFile {
  const named = entries.find(({ name, kind }) => kind === "file" && /^skills?\b/iu.test(name));
  if (named !== undefined) return { path: named.path, ...wrongFileName };
  return {
    path: joinPath(folder, FILE),
    code: "wrong-file-name",
    reason: `The folder has no ${FILE}.`,
    fix: `Write ${FILE} in it, with \`name\` and \`description\` between two lines of \`---\`.`,
  };
}

/** Skills of that name below a folder, by the name of their folder or the one that they give themselves. */
function skillsIn(root: string, name: string, limits: Limits = LIMITS): readonly string[] {
  const files: string[] = [];
  walk(
    root,
    (_folder, entries) => {
      for (const entry of entries)
        if (entry.name === FILE && entry.kind === "file" && isCalled(entry.path, name))
          files.push(entry.path);
    },
    limits,
  );
  return files;
}

function isCalled(file: string, name: string): boolean {
  if (lastPart(parentOf(file)) === name) return true;
  const head = new TextDecoder().decode(readBytesIfPresent(file)?.subarray(0, HEAD_BYTES));
  return head.split("\n").some((line) => {
    if (!line.startsWith("name:")) return false;
    const value = line.slice("name:".length).trim();
    return value === name || value === `"${name}"` || value === `'${name}'`;
  });
}

/** Every folder once, breadth first, in hidden ones too. */
function walk(
  root: string,
  visit: (folder: string, entries: readonly FolderEntry[], depth: number) => void,
  { maxDepth, maxFolders }: Limits = LIMITS,
): void {
  const seen = new Set<string>();
  const queue = [{ folder: root, depth: 0 }];
  for (let at = 0; at < queue.length && at < maxFolders; at++) {
    const { folder, depth } = queue[at] ?? { folder: root, depth: maxDepth };
    const real = resolveCanonical(folder);
    if (seen.has(real)) continue;
    seen.add(real);
    const entries = listFolderEntries(folder);
    visit(folder, entries, depth);
    if (depth === maxDepth) continue;
    for (const { kind, path, name } of entries)
      if (kind === "folder" && name !== ".git" && name !== "node_modules")
        queue.push({ folder: path, depth: depth + 1 });
  }
}

function onceEach(files: readonly DroppedFile[]): readonly DroppedFile[] {
  const seen = new Set<string>();
  return files.filter(({ path }) => {
    const real = resolveCanonical(path);
    return !seen.has(real) && seen.add(real);
  });
}
