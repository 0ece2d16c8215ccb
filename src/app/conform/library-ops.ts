/** The questions of `conform` that the library answers. */
import {
  type Candidate,
  type Evaluation,
  gatesOf,
  type HostView,
  prepareGate,
  formatAsSystem,
  selectSkills,
  type GateInput,
} from "../../library/gate/index.ts";
import { toConfig, unresolvedSecrets } from "../../library/config/index.ts";
import { readRuntime } from "../../library/hosts/index.ts";
import { type PromptSkill, renderPrompt } from "../../library/prompt/index.ts";
import { listSkills } from "../../library/store/index.ts";
import {
  type Dialect,
  getKey,
  isList,
  isObject,
  type Json,
  type JsonObject,
  readAs,
  readDocument,
} from "../../skill/index.ts";
import { type Operation, readText, readTexts, REFUSED } from "./ops.ts";

function objectAt(input: JsonObject, key: string): JsonObject {
  const value = getKey(input, key);
  return isObject(value) ? value : {};
}

function objectsAt(input: JsonObject, key: string): readonly JsonObject[] {
  const value = getKey(input, key);
  return isList(value) ? value.filter(isObject) : [];
}

function readHost(input: JsonObject): HostView {
  const os = getKey(input, "hostOs");
  return {
    id: readText(input, "nodeId"),
    role: readText(input, "hostRole"),
    capabilities: readTexts(input, "hostCapabilities"),
    ...(typeof os === "string" ? { os } : {}),
    env: readTexts(input, "hostEnv"),
    bins: Object.fromEntries(
      Object.entries(objectAt(input, "hostBinStatus")).map(([name, is]) => [name, is === true]),
    ),
  };
}

function judge(
  dialect: Dialect,
  candidates: readonly Candidate[],
  input: GateInput,
): readonly Evaluation[] {
  const around = prepareGate(gatesOf(dialect), input);
  return selectSkills(candidates, around).skills;
}

function eligibility(dialect: Dialect, input: JsonObject): Json | undefined {
  if (dialect.gating === undefined) return undefined;
  const path = readText(input, "path");
  const reading = readAs(dialect, readDocument(readText(input, "text")), { path });
  const [considered] = judge(dialect, [{ source: "", path, reading }], {
    hosts: objectsAt(input, "hosts").map(readHost),
    config: objectAt(input, "config"),
    entries: objectAt(input, "entries"),
  });
  if (considered === undefined) return { eligible: false, hosts: [], reasons: [] };
  const { isEligible, hosts, reasons } = considered.verdict;
  return {
    eligible: isEligible,
    hosts,
    reasons: reasons.map((reason) => formatAsSystem(reason, dialect.gating?.words) ?? reason.code),
  };
}

function buildCandidates(dialect: Dialect, roots: readonly JsonObject[]): readonly Candidate[] {
  return roots.flatMap((root, index) =>
    objectsAt(root, "skills").map((skill): Candidate => {
      const source = readText(root, "source");
      const folder = readText(skill, "dir");
      const path = `${source}/${folder}/SKILL.md`;
      const reading = readAs(dialect, readDocument(readText(skill, "text")), { path });
      return { source, path, reading, root: String(index), folder };
    }),
  );
}

function gate(dialect: Dialect, input: JsonObject): Json | undefined {
  if (dialect.gating === undefined) return undefined;
  const given = objectAt(input, "env");
  const environment = Object.fromEntries(
    Object.keys(given).map((name) => [name, readText(given, name)]),
  );
  const config = objectAt(input, "config");
  const { entries } = toConfig(config, dialect.homes?.settings.fields ?? []);
  const platform = readText(input, "platform");
  const bins = Object.fromEntries(readTexts(input, "bins").map((name) => [name, true]));
  const skills = judge(dialect, buildCandidates(dialect, objectsAt(input, "roots")), {
    hosts: [{ id: "this", platform, bins }],
    environment,
    config,
    unresolvedSecrets: unresolvedSecrets(entries, environment),
  });
  return {
    skills: skills.map(({ name, candidate, verdict }) => ({
      name: name ?? "",
      source: candidate.source,
      eligible: verdict.isEligible,
      missing: Object.fromEntries(
        (["bins", "anyBins", "env", "config", "os"] as const).map((part) => [
          part,
          verdict.missing[part] ?? [],
        ]),
      ),
    })),
  };
}

function prompt(dialect: Dialect, input: JsonObject): Json | undefined {
  if (dialect.listing === undefined) return undefined;
  const limits = objectAt(input, "limits");
  const maxSkills = getKey(limits, "maxSkillsInPrompt");
  const maxLength = getKey(limits, "maxSkillsPromptChars");
  const skills = objectsAt(input, "skills").map((skill): PromptSkill => ({
    name: readText(skill, "name"),
    description: readText(skill, "description"),
    location: readText(skill, "location"),
    isAlways: getKey(skill, "always") === true,
  }));
  const { text, length } = renderPrompt(skills, dialect.listing, {
    agentId: readText(input, "agentId"),
    ...(typeof maxSkills === "number" ? { maxSkills } : {}),
    ...(typeof maxLength === "number" ? { maxLength } : {}),
  });
  return { text, length };
}

function host(dialect: Dialect, input: JsonObject): Json | undefined {
  if (dialect.gating === undefined) return undefined;
  const { value } = readRuntime({
    nodeId: readText(input, "nodeId"),
    tools: readTexts(input, "tools"),
    runtime: getKey(input, "runtime") ?? null,
  });
  return value === undefined ? REFUSED : { ...value };
}

function list(dialect: Dialect, input: JsonObject): Json {
  const objects = Object.fromEntries(
    Object.entries(objectAt(input, "objects")).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
  const skills = listSkills(dialect, objects, readText(input, "agentId"));
  return {
    skills: skills.map(({ name, location, readPath }) => ({ name, location, readPath })),
  };
}

export const libraryOperations: { readonly [name: string]: Operation } = {
  eligibility,
  gate,
  host,
  list,
  prompt,
};
