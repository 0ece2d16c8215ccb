import type { SkillFile } from "../../registry/package/index.ts";

/** The file with the tools of a skill. */
export interface PackageModule {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** As `MODULE_FILES` of the tools has them, whose readers a server loads in its workers alone. */
const NAMES: ReadonlySet<string> = new Set(["tools.py", "tools.ts", "tools.js", "tools.mjs"]);

/** With two it would be unclear which one counts. */
export function moduleIn(files: readonly SkillFile[]): PackageModule | undefined {
  const found = files.filter(({ path }) => NAMES.has(path));
  const [first] = found;
  return first === undefined || found.length > 1
    ? undefined
    : { path: first.path, bytes: first.bytes };
}
