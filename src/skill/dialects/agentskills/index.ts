import { getKey, isObject } from "../../model/index.ts";
import type { Dialect } from "../dialect.ts";
import { portableKeys } from "../shared/portable.ts";
import { gating, listing } from "./gating.ts";
import { homes } from "./homes.ts";
import { checkName, rules } from "./policy.ts";
import { describe, refusedStyle } from "./read.ts";
import { fields } from "./schema.ts";

export const agentskills: Dialect = {
  id: "agentskills",
  title: "Agent Skills",
  summary: "The open specification, with the verdicts of its reference validator.",
  isOpenSpecification: true,
  source: { document: "agentskills/agentskills specification and skills-ref", date: "2026-08-09" },
  fields,
  namespaces: [],
  fence: {
    byteOrderMark: "kept",
    opener: "prefix",
    closer: "anywhere",
    whenMissing: "refused",
    whenUnclosed: "refused",
    whenEmpty: "refused",
    body: "trimmed",
  },
  scalars: "text",
  tolerates: ["carriage-return", "mixed-line-ends", "opener-blanks", "closer-blanks"],
  unknownKeys: "refused",
  placeholders: [],
  nameEqualsDirectory: true,
  preserve: { path: ["metadata"], form: "strings", prefix: "skillwright." },
  allowsFlow: false,
  jsonKeys: [],
  keyOrder: portableKeys,
  metadataIsStrings: true,
  checkName,
  detect: ({ frontmatter }) => {
    const keys = Object.keys(frontmatter);
    if (keys.length === 0) return { weight: 1, reason: "nothing in it belongs to another dialect" };
    return keys.every((key) => portableKeys.includes(key))
      ? { weight: 3, reason: "it has only fields of the open specification" }
      : { weight: 1, reason: "nothing in it belongs to another dialect" };
  },
  refusedStyle,
  describe,
  rules,
  gating,
  homes,
  listing,
  metadata: (reading) => {
    const data = getKey(reading.view, "metadata");
    return { namespace: null, data: isObject(data) ? data : null };
  },
  skeleton: () => ({ license: "MIT" }),
};
