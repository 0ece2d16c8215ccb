import type { SourceFile } from "./context.ts";

/** Programs that are named with the file that they run, whatever the file calls itself. */
const RUN_AS =
  /(?<![\w/.-])(python[\d.]{0,5}|node|bash|sh|zsh)[ \t]{1,4}(?:-[a-zA-Z]{1,3}[ \t]{1,4}){0,3}["']?(?:\.\/|(?:\$\{?|\{)\w{1,40}\}?\/)?([\w][\w./-]{1,200})/g;
const RUNNERS: { readonly [program: string]: SourceFile["language"] } = {
  python: "python",
  node: "javascript",
};

/** A text that the skill hands to an interpreter is code of that language. */
export function asRun(files: readonly SourceFile[]): readonly SourceFile[] {
  const languages = new Map<string, SourceFile["language"]>();
  for (const { text, kind } of files) {
    if (text === undefined || (kind !== "skill" && kind !== "markdown" && kind !== "code"))
      continue;
    for (const [, program = "", path = ""] of text.matchAll(RUN_AS))
      languages.set(path, RUNNERS[program.replace(/[\d.]{1,5}$/, "")] ?? "shell");
  }
  return files.map((file) => {
    const language = languages.get(file.path);
    const isOther = file.language === "other" && file.kind !== "binary" && file.kind !== "skill";
    return language !== undefined && isOther ? { ...file, language, kind: "code" } : file;
  });
}
