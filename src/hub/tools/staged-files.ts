import type { Store } from "../../library/store/index.ts";
import { contentDigest } from "../../run/grants/index.ts";
import { MODULE_FILES } from "../../run/tools/index.ts";
import type { Database } from "../data/index.ts";
import { executablesOf } from "../skills/index.ts";

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
  const executables = await executablesOf(ports, name);
  const digest = contentDigest(
    [...files].map(([path, content]) => ({
      path,
      content,
      mode: executables.has(path) ? 0o755 : 0o644,
    })),
  );
  return { files, executables, digest };
}

/** The skills of a store that bring tools in code. */
export async function namesWithModule(store: Store): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const key of store.keys()) {
    const [name = "", file = "", ...rest] = key.split("/");
    if (rest.length === 0 && MODULE_FILES.includes(file)) names.add(name);
  }
  return names;
}
