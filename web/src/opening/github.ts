export interface RepositoryFolder {
  readonly owner: string;
  readonly repository: string;
  readonly ref?: string;
  /** Without slashes at its ends; empty for the whole repository. */
  readonly folder: string;
}

const EXPECTED = "github.com/owner/repository, or the address of a folder in it";

/** What an address of GitHub stands for, as it is copied from the bar of a browser. */
export function parseGitHub(address: string): RepositoryFolder {
  const text = address.trim().replace(/^(?:https?:\/\/)?(?:www\.)?/u, "");
  const [path = ""] = text.split(/[?#]/u, 1);
  const parts = path.split("/");
  while (parts.at(-1) === "") parts.pop();
  const [host = "", owner = "", name = "", kind = "", ref = "", ...rest] = parts;
  const repository = name.replace(/\.git$/u, "");
  if (host.toLowerCase() !== "github.com" || owner === "" || repository === "")
    throw new Error(`This is no address of GitHub. Paste ${EXPECTED}.`);
  if (kind === "") return { owner, repository, folder: "" };
  if ((kind !== "tree" && kind !== "blob") || ref === "")
    throw new Error(`This address names no folder of a repository. Paste ${EXPECTED}.`);
  // The file of a skill stands for its folder.
  const folders = rest.at(-1) === "SKILL.md" ? rest.slice(0, -1) : rest;
  return { owner, repository, ref, folder: folders.map(decodeURIComponent).join("/") };
}
