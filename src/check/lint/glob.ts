import { compileGlob as compile } from "../../skill/model/index.ts";

/** A pattern made ready: `**`, `*`, `?` and `{a,b}`, over paths with `/` between the parts. */
export type Glob = (path: string) => boolean;

/** Without a slash the pattern fits a file or folder of that name at any depth, as in ignore files. */
export function compileGlob(pattern: string): Glob {
  const clean = pattern.replace(/^\.?\//, "");
  const inner = clean.replace(/\/$/, "");
  const isAnchored = clean !== pattern || inner.includes("/");
  const whole = isAnchored ? inner : `**/${inner}`;
  // A folder stands for all that lies in it.
  const globs = [whole, `${whole}/**`].map((glob) => compile(glob, { hasChoices: true }));
  return (path) => {
    const plain = path.replaceAll("\\", "/").replace(/^\.\//, "");
    return globs.some((glob) => glob(plain));
  };
}
