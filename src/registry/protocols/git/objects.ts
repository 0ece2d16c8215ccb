import { createHash } from "node:crypto";

export type ObjectKind = "commit" | "tree" | "blob";

/** An object of git: its name is the SHA-1 of its kind, length and content. */
export interface GitObject {
  readonly kind: ObjectKind;
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** A file of a tree, by the name of its content. */
export interface TreeFile {
  readonly path: string;
  readonly id: string;
  readonly isExecutable: boolean;
}

export function objectId(kind: ObjectKind, bytes: Uint8Array): string {
  return createHash("sha1").update(`${kind} ${bytes.length}\0`).update(bytes).digest("hex");
}

function buildObject(kind: ObjectKind, bytes: Uint8Array): GitObject {
  return { kind, id: objectId(kind, bytes), bytes };
}

/** The trees of the files, the outermost last. */
export function buildTrees(files: readonly TreeFile[]): readonly GitObject[] {
  const trees: GitObject[] = [];
  addTree(files, trees);
  return trees;
}

function addTree(files: readonly TreeFile[], trees: GitObject[]): string {
  const entries: Entry[] = [];
  const folders = new Map<string, TreeFile[]>();
  for (const file of files) {
    const slash = file.path.indexOf("/");
    if (slash < 0) {
      entries.push({
        name: file.path,
        mode: file.isExecutable ? "100755" : "100644",
        id: file.id,
        sortedAs: file.path,
      });
      continue;
    }
    const name = file.path.slice(0, slash);
    const inner = folders.get(name) ?? [];
    inner.push({ ...file, path: file.path.slice(slash + 1) });
    folders.set(name, inner);
  }
  for (const [name, inner] of folders)
    entries.push({ name, mode: "40000", id: addTree(inner, trees), sortedAs: `${name}/` });
  const tree = buildObject("tree", treeBytes(entries));
  trees.push(tree);
  return tree.id;
}

interface Entry {
  readonly name: string;
  readonly mode: string;
  readonly id: string;
  /** Folders are sorted as if their name ended with a slash. */
  readonly sortedAs: string;
}

function treeBytes(entries: readonly Entry[]): Uint8Array {
  const sorted = entries.toSorted((a, b) =>
    Buffer.compare(Buffer.from(a.sortedAs), Buffer.from(b.sortedAs)),
  );
  return Buffer.concat(
    sorted.flatMap(({ name, mode, id }) => [
      Buffer.from(`${mode} ${name}\0`),
      Buffer.from(id, "hex"),
    ]),
  );
}

export interface CommitContent {
  readonly tree: string;
  readonly parents: readonly string[];
  /** Without signs that end a line or an address. */
  readonly author: string;
  readonly seconds: number;
  readonly message: string;
}

/** The same content gives the same commit, whoever asks and whenever. */
export function buildCommit({ tree, parents, author, seconds, message }: CommitContent): GitObject {
  const person = `${author} <${author}@registry.invalid> ${seconds} +0000`;
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${person}`,
    `committer ${person}`,
    "",
    message,
  ];
  return buildObject("commit", Buffer.from(`${lines.join("\n")}\n`));
}
