/** The rules about which files exist and what stands in them, as functions from sources to sentences. */
import { posix } from "node:path";
import { scanImports } from "./imports.ts";
import { isTest, stringLiterals } from "./source.ts";
import type { SourceFile } from "./source.ts";

const dialects = "src/skill/dialects";
/** A model of a program names its command, which may be the name of a format, too. */
const agents = "src/library/agents";
/** Starts them: a program may be called as a dialect is. */
const runners = "src/run/eval/agents";

/** Shared code reads the properties of a dialect and never asks for its name. */
export function checkDialectNames(
  files: readonly SourceFile[],
  ids: readonly string[],
): readonly string[] {
  return files
    .filter(
      ({ path }) =>
        !isTest(path) && ![dialects, agents, runners].some((room) => path.startsWith(`${room}/`)),
    )
    .flatMap(({ path, text }) =>
      stringLiterals(text)
        .filter(({ value }) => ids.includes(value.replace(/@[^@]*$/u, "")))
        .map(({ value, line }) => `${path}:${line} names the dialect \`${value}\`.`),
    );
}

/** Names of the folders of dialects, taken from the paths of the files in them. */
export function dialectFolders(files: readonly SourceFile[]): readonly string[] {
  const names = files.flatMap(({ path }) => {
    const name = new RegExp(`^${dialects}/([^/]+)/`, "u").exec(path)?.[1];
    return name === undefined || name === "shared" ? [] : [name];
  });
  return [...new Set(names)];
}

/** Every folder of a dialect is in the list, and the list names no folder that is not there. */
export function checkDialectList(files: readonly SourceFile[]): readonly string[] {
  const folders = dialectFolders(files);
  const list = files.find(({ path }) => path === `${dialects}/index.ts`);
  if (list === undefined) {
    return folders.map((name) => `${dialects}/index.ts is missing, but ${name} exists.`);
  }
  const listed = scanImports(list.text).flatMap(({ specifier }) => {
    const name = /^\.\/([^/]+)\//u.exec(specifier ?? "")?.[1];
    return name === undefined || name === "shared" ? [] : [name];
  });
  return [
    ...folders
      .filter((name) => !listed.includes(name))
      .map((name) => `${list.path} does not import \`./${name}/index.ts\`.`),
    ...listed
      .filter((name) => !folders.includes(name))
      .map((name) => `${list.path} imports \`${name}\`, which has no folder.`),
  ];
}

/** Every lint rule is in the list of rules and has its page. */
export function checkRules(
  files: readonly SourceFile[],
  pages: readonly string[],
): readonly string[] {
  const folder = "src/check/lint/rules";
  const list = files.find(({ path }) => path === `${folder}/index.ts`);
  const listed = list === undefined ? [] : scanImports(list.text).map(({ specifier }) => specifier);
  return files
    .filter(({ path }) => posix.dirname(path) === folder && path !== list?.path && !isTest(path))
    .flatMap(({ path }) => {
      const id = posix.basename(path, ".ts");
      const page = `docs/reference/diagnostics/lint/${id}.md`;
      return [
        ...(listed.includes(`./${id}.ts`)
          ? []
          : [`${folder}/index.ts does not import \`./${id}.ts\`.`]),
        ...(pages.includes(page) ? [] : [`${path} has no page ${page}.`]),
      ];
    });
}

/** No file is longer than the limit unless it is allowed with a reason, and no permission is left over. */
export function checkLength(
  files: readonly SourceFile[],
  limit: number,
  allowed: Readonly<Record<string, string>>,
): readonly string[] {
  const long = new Map(
    files
      .filter(({ path }) => !isTest(path))
      .map(({ path, text }) => [path, text.replace(/\n$/u, "").split("\n").length] as const)
      .filter(([, lines]) => lines > limit),
  );
  return [
    ...[...long]
      .filter(([path]) => allowed[path] === undefined)
      .map(([path, lines]) => `${path} has ${lines} lines; ${limit} is the limit.`),
    ...Object.keys(allowed)
      .filter((path) => !long.has(path))
      .map((path) => `${path} is allowed to be long, but is not.`),
  ];
}

/** Every package that users get is justified in a decision, in a line that names it in backticks. */
export function checkDependencies(
  manifest: unknown,
  decisions: readonly SourceFile[],
): readonly string[] {
  const kinds = ["dependencies", "optionalDependencies", "peerDependencies"];
  const names = kinds.flatMap((kind) => Object.keys(Object(Object(manifest)[kind])));
  return names
    .filter((name) => !decisions.some(({ text }) => text.includes(`\`${name}\``)))
    .map((name) => `package.json depends on \`${name}\`, of which docs/decisions says nothing.`);
}
