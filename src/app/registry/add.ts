import { type Operation, operation } from "../operation.ts";
import {
  connectionFields,
  loginFields,
  ON_THIS_COMPUTER,
  reviewFields,
  targetFields,
} from "./fields.ts";

export const add: Operation = operation({
  title: "Add a skill from elsewhere",
  details:
    "Takes one skill of an MCP server: every file is fetched and compared with the size, digest and frontmatter " +
    "that the server promises, then all are scanned, and only then written, in one step and without the right to be " +
    "run. Where it came from is kept in `.skillwright/origins` of the folder. Exits with 1 when something is " +
    "refused, such as a skill with a critical finding of the scanner.",
  examples: [
    "skillwright add mcp:http://127.0.0.1:4818/mcp#pdf-tools",
    "skillwright add mcp:stdio#pdf-tools --to ~/.claude/skills -- npx some-server",
  ],
  input: {
    source: {
      kind: "text",
      many: true,
      positional: true,
      required: true,
      placeholder: "SOURCE",
      doc: "`mcp:URL#NAME`, or `mcp:stdio#NAME -- COMMAND…` for a server to start.",
    },
    to: { ...targetFields.to, doc: "Folder of skills to install into (default: `skills`)." },
    force: { kind: "flag", doc: "Replace the skill of that name in the folder." },
    ...reviewFields,
    dryRun: { kind: "flag", doc: "Fetch, verify and scan, and write nothing." },
    ...connectionFields,
    ...loginFields,
  },
  effects: "writes",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  run: async (context, input) => {
    const { addSkill } = await import("./adding.ts");
    return await addSkill(context, input);
  },
  text: async () => (await import("./adding.text.ts")).addText,
});
