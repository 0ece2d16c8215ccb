/** How Goose reads a SKILL.md: what stands between the first two `---`, wherever they stand, is YAML. */
import { isMap, isScalar } from "yaml";
import type { DroppedFile } from "../agent.ts";
import { missing, noFrontmatter, notMap, notText, notUtf8, twice } from "../causes.ts";
import {
  decodeUtf8,
  isEmptyNode,
  isNullNode,
  parseLibyaml,
  scalarText,
  trimBlanks,
} from "../libyaml.ts";

export interface GooseHead {
  readonly name: string;
  readonly description: string;
}

type Read = GooseHead | Omit<DroppedFile, "path">;

const FENCE = "---";

export function readHead(bytes: Uint8Array): Read {
  const text = decodeUtf8(bytes);
  if (text === undefined) return notUtf8;
  const [before = "", head, ...rest] = text.split(FENCE);
  if (head === undefined || rest.length === 0) return noFrontmatter;
  const yaml = trimBlanks(head);
  const linesBefore = (before + head.slice(0, head.indexOf(yaml))).split("\n").length - 1;
  const fields = parseLibyaml(yaml, linesBefore);
  if ("reason" in fields) return fields;
  for (const field of ["name", "description", "metadata"])
    if (fields.valuesOf(field).length > 1) return twice(field);
  const [metadata] = fields.valuesOf("metadata");
  if (metadata !== undefined && !isMap(metadata) && !isEmptyNode(metadata)) return notMap;
  const [named] = fields.valuesOf("name");
  const name = isNullNode(named) ? "" : textIn(yaml, named);
  const description = textIn(yaml, fields.valuesOf("description")[0]);
  if (name === null) return notText("name");
  if (description === null) return notText("description");
  if (name === "") return missing("name");
  if (name.includes("/"))
    return { reason: "The name holds a `/`.", fix: "Use letters, digits and hyphens in the name." };
  return { name, description };
}

/** A block at the end has no line break after it, since blanks around the frontmatter are left aside. */
function textIn(yaml: string, node: unknown): string | null {
  const text = scalarText(node);
  const isLast = isScalar(node) && (node.range?.[1] ?? 0) >= yaml.length;
  const isBlock = isScalar(node) && node.type?.startsWith("BLOCK") === true;
  return text !== null && isLast && isBlock ? text.replace(/\n$/u, "") : text;
}
