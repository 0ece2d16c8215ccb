/** What processes inside have written where no look into a folder finds it. */
import { readdir, readFile, stat } from "node:fs/promises";

const BLOCK_BYTES = 512;

/** Bytes that all processes below the first one have sent to disks; zero where the kernel does not tell. */
export async function countSent(first: number): Promise<number> {
  let sent = 0;
  for (const pid of await listProcesses(first)) sent += await bytesSent(pid);
  return sent;
}

/** Bytes of files that have no name any more, which last as long as one of the processes has them open. */
export async function countUnnamed(first: number): Promise<number> {
  const held = new Map<string, number>();
  for (const pid of await listProcesses(first)) await findUnnamed(pid, held);
  return [...held.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** Processes without a parent left are those of the first one. */
async function listProcesses(first: number): Promise<readonly number[]> {
  const found = [first];
  for (const pid of found)
    for (const thread of await namesIn(`/proc/${pid}/task`))
      found.push(...(await wordsIn(`/proc/${pid}/task/${thread}/children`)).map(Number));
  return found;
}

/** With those of its children that have ended; what was taken back before it reached a disk does not count. */
async function bytesSent(pid: number): Promise<number> {
  const words = await wordsIn(`/proc/${pid}/io`);
  const after = (name: string): number => Number(words[words.indexOf(name) + 1] ?? 0);
  return words.length === 0 ? 0 : after("write_bytes:") - after("cancelled_write_bytes:");
}

/** One file may be open many times. */
async function findUnnamed(pid: number, held: Map<string, number>): Promise<void> {
  for (const handle of await namesIn(`/proc/${pid}/fd`)) {
    try {
      const { nlink, dev, ino, blocks } = await stat(`/proc/${pid}/fd/${handle}`);
      if (nlink === 0) held.set(`${dev} ${ino}`, blocks * BLOCK_BYTES);
    } catch {
      // It was closed meanwhile.
    }
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  // A process that has ended, or one that the kernel shows to nobody else.
  return await readdir(folder).catch(() => []);
}

async function wordsIn(file: string): Promise<readonly string[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text.split(/\s+/u).filter((word) => word !== "");
}
