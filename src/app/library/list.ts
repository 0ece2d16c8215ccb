import { fail } from "../errors.ts";
import { type Operation, operation } from "../operation.ts";
import { listText } from "./listing.text.ts";
import { systemFields } from "./selection.ts";

const { root: _root, client: _client, ...fields } = systemFields;

export const list: Operation = operation({
  title: "List skills",
  details:
    "Looks at the frontmatter alone, so it is fast on thousands of skills; `lint` looks at everything. " +
    "Duplicate names and unreadable files are listed at the end.",
  examples: ["skillwright list ~/.claude/skills --json", "skillwright list --as openclaw"],
  input: {
    root: {
      kind: "file",
      many: true,
      positional: true,
      placeholder: "PATH",
      doc: "Folder to search, skill folder or SKILL.md file.",
    },
    ...fields,
    as: {
      kind: "dialect",
      doc: "List the skills of this system, and which of them it loads.",
    },
    noCache: { kind: "flag", only: "local", doc: "Neither read nor write the cache." },
  },
  output: async () => (await import("./list-shape.ts")).listShape,
  effects: "reads",
  needs: ["systems"],
  expose: {
    http: "GET /library/list",
    mcp: "list_library",
    not: { browser: "The skills of a page are those of the server." },
  },
  run: async (context, { noCache, ...selection }) => {
    if (selection.as !== undefined) {
      // Loaded on demand: the plain list knows nothing of systems.
      const { listOwned } = await import("./owned.ts");
      return await listOwned(context, selection);
    }
    for (const option of ["gateway", "store"] as const)
      if (selection[option] !== undefined) throw fail("app/gateway-needs-system", { option });
    const { files, systems } = context;
    if (files !== undefined) return await files.list(selection.root, !noCache);
    const { listServed } = await import("./served-list.ts");
    return await listServed(systems, selection);
  },
  // Loaded with the definition, since a file more costs what a list of hundreds of skills does.
  text: async () => listText,
});
