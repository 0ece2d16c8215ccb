import { sha256Of } from "../../platform/index.ts";
import type { User } from "../accounts/index.ts";
import { executablesOf, type ShelfPorts, type StagedFacts } from "../skills/index.ts";
import { readStaged } from "./staged-files.ts";

/** What the files of a skill come to: read once for each change of them, and not for each request. */
export async function describeStaged(
  ports: ShelfPorts,
  user: User,
  name: string,
): Promise<StagedFacts> {
  const { facts } = ports;
  const read = (): Promise<StagedFacts> => readFacts(ports, user, name);
  if (facts === undefined) return await read();
  const mark = await markOf(ports, name);
  return await facts.load(name, mark, async () => {
    const found = await read();
    // What changed while it was read belongs to another mark.
    if ((await markOf(ports, name)) !== mark) facts.forget(name, mark);
    return found;
  });
}

/** Another one whenever a file is another, or another may be run. A store tells it without reading what has settled. */
async function markOf(ports: ShelfPorts, name: string): Promise<string> {
  const executables = await executablesOf(ports, name);
  const files: (readonly [string, string, boolean])[] = [];
  for await (const { key, version } of ports.store.list(`${name}/`))
    files.push([key, version, executables.has(key.slice(name.length + 1))]);
  return sha256Of(JSON.stringify(files));
}

async function readFacts(ports: ShelfPorts, user: User, name: string): Promise<StagedFacts> {
  const { files, digest } = await readStaged(ports, name);
  const input = {
    path: `${name}/SKILL.md`,
    bytes: files.get("SKILL.md") ?? new Uint8Array(),
  };
  return { digest, manifest: await ports.jobs.run("read-manifest", input, { owner: user.id }) };
}
