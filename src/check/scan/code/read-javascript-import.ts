import type { Binding, Statement } from "./form.ts";
import { childOf, field, named, sliceOf } from "./nodes.ts";
import type { SyntaxNode } from "./syntax.ts";

/** `import a, { b as c } from "module"`. A default import stands for the module itself. */
export function readImport(node: SyntaxNode, text: string): Statement {
  const source = field(node, "source");
  const clause = childOf(node, "import_clause");
  if (source === undefined || clause === undefined) return { kind: "bind", bindings: [] };
  const module = moduleName(sliceOf(text, source).slice(1, -1));
  const bindings = named(clause).flatMap((child): readonly Binding[] => {
    if (child.type === "identifier") return [{ local: sliceOf(text, child), path: module }];
    if (child.type === "namespace_import")
      return named(child).map((name) => ({ local: sliceOf(text, name), path: module }));
    return named(child).flatMap((specifier) => {
      const name = field(specifier, "name");
      if (name === undefined) return [];
      const local = sliceOf(text, field(specifier, "alias") ?? name);
      const imported = sliceOf(text, name);
      return [{ local, path: imported === "default" ? module : `${module}.${imported}` }];
    });
  });
  return { kind: "bind", bindings };
}

/** Modules of Node by one name, whichever way they are written. */
export function moduleName(specifier: string): string {
  const name = specifier.replace(/^node:/, "");
  return name === "fs/promises" || name === "dns/promises" || name === "timers/promises"
    ? name.replace("/", ".")
    : name;
}
