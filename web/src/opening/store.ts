/** Skills of an archive, and how they become skills of the user. */
import { ApiError, type Client } from "../../../src/client/index.ts";
import { keepDraft } from "../data/pending-drafts.ts";
import { type FoundSkill, isMain, skillsIn, toName } from "./skills-in.ts";
import { listPaths, readZip } from "./zip.ts";

const LIMITS = { files: 300, bytes: 8 * 1024 * 1024 };
const MOST_TRIES = 20;

/** Of an archive only the folders with a SKILL.md are unpacked. */
export async function skillsOfZip(
  data: ArrayBuffer,
  folder: string,
): Promise<readonly FoundSkill[]> {
  const within = (path: string): boolean =>
    folder === "" || path.split("/").slice(1).join("/").startsWith(`${folder}/`);
  const roots = listPaths(data)
    .filter((path) => isMain(path) && within(path))
    .map((path) => path.slice(0, path.length - "SKILL.md".length));
  const isWanted = (path: string): boolean => roots.some((root) => path.startsWith(root));
  return skillsIn(await readZip(data, isWanted, LIMITS));
}

/** Under its own name, or under the next one that is free. */
export async function store(client: Client, skill: FoundSkill, repair: Repair): Promise<string> {
  const own = /^name:[ \t]*["']?([^"'\n#]+)/mu.exec(skill.text.slice(0, 4000))?.[1]?.trim();
  const wanted = toName(own ?? skill.folder);
  const name = await create(client, wanted, skill.text, repair);
  for (const { path, bytes } of skill.files)
    await client.writeSkillFile({
      params: { name },
      query: { path },
      body: { content: toBase64(bytes), encoding: "base64" },
    });
  return name;
}

/** The text with what can be fixed without changing its meaning. */
export type Repair = (text: string) => Promise<string>;

async function create(
  client: Client,
  wanted: string,
  content: string,
  repair: Repair,
): Promise<string> {
  let text = content;
  for (let count = 1; ;) {
    const name = count === 1 ? wanted : `${wanted}-${count}`;
    try {
      await client.createSkill({ body: { name, content: rename(text, name) } });
      // What was opened is what somebody sees, with its problems and their fixes.
      if (text !== content) keepDraft(name, rename(content, name));
      return name;
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      const repaired = status === 400 && text === content ? await repair(content) : content;
      if (status === 409 && count < MOST_TRIES) count += 1;
      else if (repaired === content) throw error;
      else text = repaired;
    }
  }
}

/** The server takes a skill under the name that it gives itself. */
function rename(content: string, name: string): string {
  const end = content.indexOf("\n---", 3);
  const head = content.slice(0, Math.max(0, end));
  return `${head.replace(/^name:[^\r\n]*/mu, `name: ${name}`)}${content.slice(head.length)}`;
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
