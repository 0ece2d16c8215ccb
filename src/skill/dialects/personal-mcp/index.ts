import { harmlessOddities, refusingFence } from "../shared/writing.ts";
import type { Dialect } from "../dialect.ts";
import { describeAsWritten } from "../shared/describe.ts";
import { portableKeys } from "../shared/portable.ts";
import { checkName, rules } from "./policy.ts";
import { project, unproject } from "./project.ts";
import { BLOCK, documentUri, fields } from "./schema.ts";

export const personalMcp: Dialect = {
  id: "personal-mcp",
  title: "Personal MCP",
  summary: "A repository of skills served over MCP, with its catalog data under `x-personal-mcp`.",
  source: { document: "Frontmatter contract of the personal MCP repository", date: "2026-11" },
  fields,
  namespaces: [],
  misplacements: ["id", "version", "tags", "capabilities", "depends_on", "references"].flatMap(
    (key) => [
      {
        from: [key],
        to: [BLOCK, key],
        why: `The catalog reads \`${key}\` inside \`${BLOCK}\`.`,
      },
      {
        from: ["metadata", key],
        to: [BLOCK, key],
        why: `The catalog reads \`${key}\` inside \`${BLOCK}\`.`,
      },
    ],
  ),
  fence: refusingFence,
  scalars: "core",
  tolerates: harmlessOddities,
  unknownKeys: "kept",
  placeholders: [],
  nameEqualsDirectory: true,
  preserve: { path: ["metadata"], form: "strings", prefix: "skillwright." },
  allowsFlow: true,
  jsonKeys: [],
  keyOrder: [...portableKeys, BLOCK],
  metadataIsStrings: true,
  checkName,
  detect: ({ frontmatter }) =>
    Object.hasOwn(frontmatter, BLOCK)
      ? { weight: 9, reason: `it has the block \`${BLOCK}\`` }
      : undefined,
  describe: describeAsWritten,
  rules,
  guardsStart: true,
  project,
  unproject,
  skeleton: (name) => ({
    [BLOCK]: { id: name, version: "0.1.0", capabilities: [documentUri(name)] },
  }),
};
