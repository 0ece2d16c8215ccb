import {
  getKey,
  getPath,
  isList,
  isObject,
  type Json,
  type JsonObject,
} from "../../model/index.ts";
import type { Dialect, EffectivePolicy, Reading } from "../dialect.ts";
import type { GatingRules, RequirementName } from "../gating.ts";
import { textList } from "./install.ts";
import { metadataByRelease } from "./read.ts";
import { requirementLists } from "./schema.ts";

const checks: readonly RequirementName[] = ["os", "env", "config", "bins", "anyBins"];

/** Gates as the document describes them. */
export const gating: GatingRules = {
  hosts: "this-machine",
  nodes: { platform: "darwin", lends: "whole-skills", countsOffline: true },
  checks,
  alwaysKeeps: [],
  checksWhenOff: true,
  needs: ["name", "description"],
  systems: "exact",
  environment: "not-empty",
  entries: { path: ["skills", "entries"], overrides: false, givesEnvironment: true },
  config: {
    emptySteps: "skipped",
    entersLists: true,
    blockedSteps: ["__proto__", "prototype", "constructor"],
    countsAsTrue: ["empty-list", "empty-map"],
    defaults: {},
    change: { kind: "file", file: "~/.openclaw/openclaw.json" },
  },
  sources: {
    order: ["extra", "bundled", "managed", "workspace"],
    identity: "name",
    sameSource: "later",
    sort: "by-name",
  },
  allowList: { path: ["skills", "allowBundled"], sources: ["bundled"], whenEmpty: "restricts" },
};

export const releaseGating: GatingRules = {
  ...gating,
  nodes: { platform: "darwin", lends: "parts", countsOffline: false },
  alwaysKeeps: ["os"],
  needs: ["description"],
  environment: "not-blank",
  config: {
    ...gating.config,
    defaults: { "browser.enabled": true, "browser.evaluateEnabled": true },
  },
  sources: {
    ...gating.sources,
    order: [
      "openclaw-extra",
      "openclaw-bundled",
      "openclaw-custodian",
      "openclaw-workshop",
      "openclaw-managed",
      "agents-skills-personal",
      "agents-skills-project",
      "openclaw-workspace",
    ],
  },
  allowList: {
    path: ["skills", "allowBundled"],
    sources: ["openclaw-bundled", "openclaw-custodian"],
    whenEmpty: "ignored",
  },
  agentList: {
    paths: [
      ["agents", "entries", "{agent}", "skills"],
      ["agents", "defaults", "skills"],
    ],
  },
  discovery: {
    depth: 6,
    depthBySource: { "openclaw-extra": 2 },
    innerRoot: "skills",
    containers: ["openclaw-workshop"],
    maxFolders: 300,
    maxSkills: 200,
    limits: {
      maxFolders: ["skills", "limits", "maxCandidatesPerRoot"],
      maxSkills: ["skills", "limits", "maxSkillsLoadedPerSource"],
      maxFileBytes: ["skills", "limits", "maxSkillFileBytes"],
    },
  },
};

function names(value: Json | undefined): readonly string[] {
  if (!isList(value)) return [];
  return value.flatMap((item) =>
    typeof item === "string" && item.trim() !== "" ? [item.trim()] : [],
  );
}

function filled(value: Json | undefined): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** Entries switch a skill off and give it variables; requirements stay those of the block. */
function policyFrom(
  reading: Reading,
  entries: JsonObject,
  block: JsonObject,
  listOf: (value: Json | undefined) => readonly string[],
): EffectivePolicy {
  const requires = getKey(block, "requires");
  const lists: [string, readonly string[]][] = requirementLists.map((name) => [
    name,
    listOf(isObject(requires) ? getKey(requires, name) : undefined),
  ]);
  lists.push(["os", listOf(getKey(block, "os"))]);
  const primaryEnv = filled(getKey(block, "primaryEnv"));
  const key = filled(getKey(block, "skillKey")) ?? reading.dialect.describe(reading).name;
  const entry = key === undefined ? undefined : getKey(entries, key);
  return {
    isEnabled: !(isObject(entry) && getKey(entry, "enabled") === false),
    isAlways: getKey(block, "always") === true,
    isInvalid: false,
    requires: lists.every(([, items]) => items.length === 0) ? null : Object.fromEntries(lists),
    ...(primaryEnv === undefined ? {} : { primaryEnv }),
    configKeys: key === undefined ? [] : [key],
  };
}

function asBlock(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

export const policy: NonNullable<Dialect["policy"]> = (reading, entries) => {
  const { namespace } = reading;
  const block =
    namespace === undefined ? undefined : getPath(reading.view, ["metadata", namespace]);
  return policyFrom(reading, entries, asBlock(block), names);
};

export const policyByRelease: NonNullable<Dialect["policy"]> = (reading, entries) =>
  policyFrom(reading, entries, asBlock(metadataByRelease(reading).data), textList);
