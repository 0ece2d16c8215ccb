import type { HomeRoot } from "../../skill/index.ts";

/** The folders that a client reads skills from, highest precedence first. */
export interface ClientRoots {
  readonly title: string;
  readonly roots: readonly HomeRoot[];
}

function project(...folders: readonly string[]): readonly HomeRoot[] {
  return folders.map((folder) => ({ source: "project", path: `{project}/${folder}/skills` }));
}

/** Also in every folder above, up to the root of the repository. */
function projectAndAbove(...folders: readonly string[]): readonly HomeRoot[] {
  return project(...folders).map((root) => ({ ...root, isInEveryParent: true }));
}

function user(...folders: readonly string[]): readonly HomeRoot[] {
  return folders.map((folder) => ({
    source: "user",
    path: `{home}/${folder}/skills`,
    mayLinkOut: true,
  }));
}

/** Where clients look, as their documentation of summer 2026 has it. Their sources are `project` and `user`. */
export const clientRoots: { readonly [client: string]: ClientRoots } = {
  agents: {
    title: "Shared by clients",
    roots: [...projectAndAbove(".agents"), ...user(".agents")],
  },
  codex: {
    title: "Codex",
    roots: [...projectAndAbove(".agents", ".codex"), ...user(".agents", ".codex")],
  },
  cursor: {
    title: "Cursor",
    roots: [
      ...project(".agents", ".cursor", ".claude", ".codex"),
      ...user(".agents", ".cursor", ".claude", ".codex"),
    ],
  },
  vscode: {
    title: "VS Code",
    roots: [...project(".github", ".claude", ".agents"), ...user(".copilot", ".claude", ".agents")],
  },
  "copilot-cli": {
    title: "Copilot CLI",
    roots: [...projectAndAbove(".github", ".agents", ".claude"), ...user(".copilot", ".agents")],
  },
  "gemini-cli": {
    title: "Gemini CLI",
    roots: [...project(".agents", ".gemini"), ...user(".agents", ".gemini")],
  },
  opencode: {
    title: "OpenCode",
    roots: [
      ...projectAndAbove(".opencode", ".claude", ".agents"),
      ...user(".config/opencode", ".claude", ".agents"),
    ],
  },
  goose: {
    title: "Goose",
    roots: [
      ...project(".goose", ".claude", ".agents"),
      ...user(".agents", ".config/goose", ".claude", ".config/agents"),
    ],
  },
};
