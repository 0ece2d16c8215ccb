import { getKey, isList, isObject } from "../../model/index.ts";
import type { Detection, Dialect, Evidence } from "../dialect.ts";
import { chat } from "./chat.ts";
import { checkName, checkNameInCode, rules } from "./policy.ts";
import { describe, parse } from "./read.ts";
import { fields } from "./schema.ts";

function detect({ frontmatter }: Evidence): Detection | undefined {
  const reason = markIn(frontmatter);
  return reason === undefined ? undefined : { weight: 6, reason };
}

/** Every file is asked, and hardly one has a mark. */
function markIn(frontmatter: Evidence["frontmatter"]): string | undefined {
  const inputs = getKey(frontmatter, "inputs");
  if (isList(inputs) && inputs.some(isObject)) return "it declares `inputs` for its prompt";
  if (Object.hasOwn(frontmatter, "knowledge_base")) return "it has the field `knowledge_base`";
  if (isObject(getKey(frontmatter, "model"))) return "its `model` is a map of settings";
  return Object.hasOwn(frontmatter, "user_id") ? "it has the field `user_id`" : undefined;
}

const insideModel = (from: string, to: string): { from: string[]; to: string[]; why: string } => ({
  from: [from],
  to: ["model", to],
  why: `Agent Flow Lite reads \`${to}\` inside \`model\`.`,
});

export const agentFlow: Dialect = {
  id: "agent-flow",
  title: "Agent Flow Lite",
  summary: "Agent Flow Lite's prompt templates: typed inputs, a knowledge base, model settings.",
  source: { document: "Agent Flow Lite SKILL.md specification 1.0", date: "2026-02-18" },
  fields,
  namespaces: [],
  misplacements: [
    insideModel("temperature", "temperature"),
    insideModel("max_tokens", "max_tokens"),
    ...["inputs", "knowledge_base", "model", "user_id"].map((key) => ({
      from: ["metadata", key],
      to: [key],
      why: `Agent Flow Lite reads \`${key}\` at the top level.`,
    })),
  ],
  fence: {
    byteOrderMark: "kept",
    opener: "blanks",
    closer: "blanks",
    whenMissing: "body",
    whenUnclosed: "body",
    whenEmpty: "empty",
    body: "trimmed",
  },
  scalars: "yaml11",
  tolerates: [
    "opener-blanks",
    "closer-blanks",
    "mixed-line-ends",
    "carriage-return",
    "duplicate-key",
  ],
  unknownKeys: "kept",
  placeholders: ["double-brace"],
  maxFileBytes: 51_200,
  nameEqualsDirectory: true,
  preserve: { path: ["metadata", "skillwright"], form: "map", prefix: "" },
  allowsFlow: true,
  jsonKeys: [],
  keyOrder: [
    "name",
    "description",
    "license",
    "inputs",
    "knowledge_base",
    "model",
    "metadata",
    "user_id",
  ],
  metadataIsStrings: false,
  checkName,
  detect,
  parse: (text) => parse(agentFlow, text),
  describe,
  rules,
  chat,
  isHosted: true,
  skeleton: () => ({ model: { temperature: 0.7, max_tokens: 2000 } }),
};

/** The program itself: the next three dashes end the frontmatter, wherever they stand. */
export const agentFlowCode: Dialect = {
  ...agentFlow,
  id: "agent-flow@code",
  title: "Agent Flow Lite, the program",
  summary: "Agent Flow Lite as its program behaves where the specification says otherwise.",
  source: { document: "Agent Flow Lite source", date: "2026-02-18" },
  fence: { ...agentFlow.fence, opener: "prefix", closer: "anywhere" },
  checkName: checkNameInCode,
  detect: () => undefined,
  isHosted: false,
  parse: (text) => parse(agentFlowCode, text),
};
