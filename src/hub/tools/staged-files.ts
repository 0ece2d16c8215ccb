import type { Store } from "../../library/store/index.ts";
import { contentDigest } from "../../run/grants/index.ts";
import { MODULE_FILES } from "../../run/tools/index.ts";
import type { Database } from "../data/index.ts";
import { listExecutables } from "../skills/index.ts";

/** The files of a skill at one moment. */
export interface StagedFiles {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly executables: ReadonlySet<string>;
  /** Of all of it; what was granted holds for no other. */
  readonly digest: string;
}

interface Ports {
  readonly store: Store;
  readonly database: Database;
}

export async function readStaged(ports: Ports, name: string): Promise<StagedFiles> {
  const files = new Map<string, Uint8Array>();
  for await (const key of ports.store.keys(`${name}/`)) {
    const object = await ports.store.get(key);
    if (object !== undefined) files.set(key.slice(name.length + 1), object.bytes);
  }
  const executables = await listExecutables(ports, name);
  const digest = contentDigest(
    [...files].map(([path, content]) => ({
      path,
      content,
      mode: executables.has(path) ? 0o755 : 0o644,
    })),
  );
  return { files, executables, digest };
}

/** Whether a skill brings tools in code. */
export async function hasModule(store: Store, name: string): Promise<boolean> {
  for await (const key of store.keys(`${name}/tools.`))
    if (MODULE_FILES.includes(key.slice(name.length + 1))) return true;
  return false;
}
