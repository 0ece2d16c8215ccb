/** What Bun is told when it makes a binary. */

export interface Binary {
  readonly target: string;
  /** Of the package that it carries. */
  readonly digest: string;
  readonly entry: string;
  readonly file: string;
}

/**
 * A binary starts in folders of strangers. By itself it would run what `bunfig.toml` there preloads before its first line,
 * take variables from `.env`, and read `tsconfig.json`, whatever the command is.
 */
const CLOSED = ["bunfig", "dotenv", "tsconfig"].map((file) => `--no-compile-autoload-${file}`);

export function compileWords({ target, digest, entry, file }: Binary): readonly string[] {
  return [
    "--compile",
    ...CLOSED,
    // Without it, no package beside the program is found.
    "--compile-autoload-package-json",
    `--target=bun-${target}`,
    `--define=PACKAGE_DIGEST=${JSON.stringify(digest)}`,
    entry,
    `--outfile=${file}`,
  ];
}
