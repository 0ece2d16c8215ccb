import type { Binding, Statement } from "./form.ts";
import { field, fields, sliceOf } from "./nodes.ts";
import type { SyntaxNode } from "./syntax.ts";

/** `import a.b` binds `a`; `import a.b as c` binds `c` to `a.b`. */
export function importModules(node: SyntaxNode, text: string): Statement {
  const bindings = fields(node, "name").map((child): Binding => {
    if (child.type === "aliased_import") return aliased(child, text, "");
    const path = sliceOf(text, child);
    const local = path.split(".", 1)[0] ?? path;
    return { local, path: local };
  });
  return { kind: "bind", bindings };
}

/** Modules beside the file keep their dot: `./name`. */
export function importFrom(node: SyntaxNode, text: string): Statement {
  const source = field(node, "module_name");
  const module = source === undefined ? "" : sliceOf(text, source).replace(/\s+/g, "");
  const prefix = `${module.replace(/^\.+/, "")}.`.replace(/^\.$/, "");
  const bindings = fields(node, "name").map((child): Binding => {
    if (child.type === "aliased_import") return aliased(child, text, prefix);
    const name = sliceOf(text, child);
    return { local: name, path: prefix + name };
  });
  const all = node.children.some((child) => child.type === "wildcard_import");
  return { kind: "bind", bindings: all ? [{ local: "*", path: prefix.slice(0, -1) }] : bindings };
}

function aliased(node: SyntaxNode, text: string, prefix: string): Binding {
  const name = field(node, "name");
  const alias = field(node, "alias");
  const path = prefix + (name === undefined ? "" : sliceOf(text, name));
  return { local: alias === undefined ? path : sliceOf(text, alias), path };
}
