/** Files that code has written, and the folders that it works in. */
import { withoutEnd } from "../../../skill/model/index.ts";
import { joinPaths, normalisePath } from "./paths.ts";
import type { Value } from "./value.ts";
import { HOLE, mergeSources, unknown } from "./value.ts";

/** So many files are remembered before folders are no longer looked into. */
const MOST = 300;

export class WrittenFiles {
  readonly #contents = new Map<string, Value>();
  /** For each file of code the folder of the user that it has gone to. */
  readonly #folders = new Map<string, string>();

  set(path: string, content: Value): void {
    if (path !== HOLE) this.#contents.set(path, content);
  }

  at(shape: string | undefined): Value | undefined {
    return shape === undefined ? undefined : this.#contents.get(normalisePath(shape));
  }

  /** A folder holds what was written into it. */
  inFolder(shape: string | undefined): Value | undefined {
    if (shape === undefined || this.#contents.size === 0 || this.#contents.size > MOST)
      return undefined;
    const folder = withoutEnd(normalisePath(shape), "/");
    if (folder === "" || folder === "." || folder === "~" || folder === HOLE) return undefined;
    const inside = [...this.#contents].filter(([path]) => path.startsWith(`${folder}/`));
    const sources = mergeSources(inside.map(([, content]) => content));
    return sources.length === 0 ? undefined : unknown(sources);
  }

  /** What lies in the folder that the code was started in. */
  kept(): Value {
    const own = [...this.#contents].filter(([path]) => !/^[/~]|^[A-Za-z]:/.test(path));
    return unknown(mergeSources(own.slice(0, 50).map(([, content]) => content)));
  }

  enter(code: string, folder: string): void {
    const path = joinPaths([this.#folders.get(code) ?? "", normalisePath(folder)]);
    if (path.startsWith("~")) this.#folders.set(code, path);
    else this.#folders.delete(code);
  }

  located(code: string, path: string): string {
    const folder = this.#folders.get(code);
    return folder === undefined || !/^[\w.]/.test(path) ? path : joinPaths([folder, path]);
  }
}
