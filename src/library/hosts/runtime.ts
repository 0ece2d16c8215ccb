import {
  type Diagnostic,
  getKey,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Outcome,
} from "../../skill/model/index.ts";
import { hostCodes, hostProblem } from "./diagnostics.ts";
import {
  type CapabilityId,
  executionBaseline,
  type HostFacts,
  type HostRole,
  hostRoles,
  isCapabilityId,
  isHostRole,
  sortNames,
  toPlatform,
} from "./facts.ts";

/** What a host reports of itself, in the shape in which GSV's hosts send it. */
// A type and no interface: only so can it be passed where JSON is expected.
export type HostRuntime = {
  readonly hostRole: HostRole;
  readonly hostCapabilities: readonly CapabilityId[];
  readonly toolCapabilities: { readonly [tool: string]: readonly CapabilityId[] };
  readonly hostOs?: string;
  readonly hostEnv?: readonly string[];
  readonly hostBinStatus?: { readonly [bin: string]: boolean };
  readonly hostBinStatusUpdatedAt?: number;
};

export interface RuntimeReport {
  readonly nodeId: string;
  readonly tools: readonly string[];
  readonly runtime: Json | undefined;
}

/** Collects what is wrong, each in the words that GSV's gateway has for it. */
class Findings {
  readonly diagnostics: Diagnostic[] = [];
  readonly prefix: string;

  constructor(nodeId: string) {
    this.prefix = `nodeRuntime for ${nodeId}`;
  }

  /** Always undefined, so that a reader can end with it. */
  add(message: string): undefined {
    this.diagnostics.push(hostProblem(hostCodes.invalidRuntime, message));
  }
}

/** Checks and normalises what a host reports; every fault is named, and one is enough to refuse it. */
export function readRuntime(report: RuntimeReport): Outcome<HostRuntime> {
  const findings = new Findings(report.nodeId);
  const { runtime } = report;
  if (!isObject(runtime)) {
    findings.add(`${findings.prefix} is required`);
    return { diagnostics: findings.diagnostics };
  }
  const hostRole = readRole(runtime, findings);
  const hostCapabilities = readCapabilities(
    getKey(runtime, "hostCapabilities"),
    `${findings.prefix}.hostCapabilities`,
    findings,
  );
  const toolCapabilities = readTools(report, runtime, hostCapabilities, findings);
  if (hostRole === "execution" && hostCapabilities !== undefined)
    checkBaseline(hostCapabilities, findings);
  const hostOs = readOs(runtime, findings);
  const hostEnv = readEnv(runtime, findings);
  const hostBinStatus = readBins(runtime, findings);
  const hostBinStatusUpdatedAt = readTime(runtime, findings);
  const { diagnostics } = findings;
  if (diagnostics.length > 0 || !hostRole || !hostCapabilities || !toolCapabilities)
    return { diagnostics };
  const value: HostRuntime = {
    hostRole,
    hostCapabilities,
    toolCapabilities,
    ...(hostOs === undefined ? {} : { hostOs }),
    ...(hostEnv === undefined ? {} : { hostEnv }),
    ...(hostBinStatus === undefined ? {} : { hostBinStatus }),
    ...(hostBinStatusUpdatedAt === undefined ? {} : { hostBinStatusUpdatedAt }),
  };
  return { value, diagnostics };
}

function readRole(runtime: JsonObject, findings: Findings): HostRole | undefined {
  const value = getKey(runtime, "hostRole");
  if (typeof value !== "string") return findings.add(`${findings.prefix}.hostRole is required`);
  const role = value.trim();
  if (isHostRole(role)) return role;
  return findings.add(`${findings.prefix}.hostRole must be one of: ${hostRoles.join(", ")}`);
}

function readCapabilities(
  value: Json | undefined,
  field: string,
  findings: Findings,
): readonly CapabilityId[] | undefined {
  if (!isList(value)) return findings.add(`${field} must be an array`);
  const before = findings.diagnostics.length;
  const ids: CapabilityId[] = [];
  for (const item of value) {
    if (typeof item !== "string") findings.add(`${field} must contain only strings`);
    else {
      const id = item.trim();
      if (isCapabilityId(id)) ids.push(id);
      else findings.add(`${field} contains unknown capability: ${item}`);
    }
  }
  if (findings.diagnostics.length > before) return undefined;
  return ids.length === 0 ? findings.add(`${field} must not be empty`) : sortNames(ids);
}

function readTools(
  report: RuntimeReport,
  runtime: JsonObject,
  hostCapabilities: readonly CapabilityId[] | undefined,
  findings: Findings,
): HostRuntime["toolCapabilities"] | undefined {
  const field = `${findings.prefix}.toolCapabilities`;
  const given = getKey(runtime, "toolCapabilities");
  if (!isObject(given)) return findings.add(`${field} must be an object`);
  const tools = new Map<string, readonly CapabilityId[]>();
  for (const tool of report.tools) {
    if (tools.has(tool)) {
      findings.add(`Duplicate tool name in node ${report.nodeId}: ${tool}`);
      continue;
    }
    tools.set(tool, []);
    if (!Object.hasOwn(given, tool)) {
      findings.add(`${field} missing entry for tool: ${tool}`);
      continue;
    }
    const ids = readCapabilities(getKey(given, tool), `${field}.${tool}`, findings) ?? [];
    tools.set(tool, ids);
    for (const id of ids)
      if (hostCapabilities !== undefined && !hostCapabilities.includes(id))
        findings.add(`${field}.${tool} includes ${id}, which is missing from hostCapabilities`);
  }
  for (const key of Object.keys(given))
    if (!tools.has(key)) findings.add(`${field} has unknown tool key: ${key}`);
  return Object.fromEntries(tools);
}

function checkBaseline(capabilities: readonly CapabilityId[], findings: Findings): void {
  const missing = executionBaseline.filter((id) => !capabilities.includes(id));
  if (missing.length > 0)
    findings.add(
      `${findings.prefix}.hostCapabilities missing execution baseline: ${missing.join(", ")}`,
    );
}

function readOs(runtime: JsonObject, findings: Findings): string | undefined {
  const value = getKey(runtime, "hostOs");
  if (value === undefined) return undefined;
  if (typeof value !== "string" || value.trim() === "")
    return findings.add(`${findings.prefix}.hostOs must be a non-empty string`);
  return value.trim().toLowerCase();
}

function readEnv(runtime: JsonObject, findings: Findings): readonly string[] | undefined {
  const field = `${findings.prefix}.hostEnv`;
  const value = getKey(runtime, "hostEnv");
  if (value === undefined) return undefined;
  if (!isList(value)) return findings.add(`${field} must be an array when provided`);
  const names: string[] = [];
  for (const item of value) {
    if (typeof item !== "string") findings.add(`${field} must contain only strings`);
    else if (item.trim() === "") findings.add(`${field} must not contain empty strings`);
    else names.push(item.trim());
  }
  return names.length === 0 ? undefined : sortNames(names);
}

function readBins(
  runtime: JsonObject,
  findings: Findings,
): HostRuntime["hostBinStatus"] | undefined {
  const field = `${findings.prefix}.hostBinStatus`;
  const value = getKey(runtime, "hostBinStatus");
  if (value === undefined) return undefined;
  if (!isObject(value)) return findings.add(`${field} must be an object when provided`);
  const bins: (readonly [string, boolean])[] = [];
  for (const [key, status] of Object.entries(value)) {
    const bin = key.trim();
    if (bin === "") findings.add(`${field} contains an empty bin key`);
    else if (typeof status !== "boolean") findings.add(`${field}.${bin} must be a boolean`);
    else bins.push([bin, status]);
  }
  return bins.length === 0 ? undefined : sortKeys(bins);
}

export function sortKeys(entries: Iterable<readonly [string, boolean]>): {
  readonly [name: string]: boolean;
} {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function readTime(runtime: JsonObject, findings: Findings): number | undefined {
  const value = getKey(runtime, "hostBinStatusUpdatedAt");
  if (value === undefined) return undefined;
  if (typeof value === "number" && Number.isFinite(value)) return Math.floor(value);
  return findings.add(`${findings.prefix}.hostBinStatusUpdatedAt must be a number when provided`);
}

export interface HostReport {
  readonly id: string;
  readonly tools: readonly string[];
  readonly runtime: HostRuntime;
  readonly platform?: string;
  readonly allowsCommands?: boolean;
}

/** The facts of a host that has just reported itself. */
export function factsOf(report: HostReport): HostFacts {
  const { runtime } = report;
  const platform =
    report.platform ?? (runtime.hostOs === undefined ? undefined : toPlatform(runtime.hostOs));
  return {
    id: report.id,
    role: runtime.hostRole,
    capabilities: runtime.hostCapabilities,
    tools: report.tools,
    toolCapabilities: runtime.toolCapabilities,
    ...(runtime.hostOs === undefined ? {} : { os: runtime.hostOs }),
    env: runtime.hostEnv ?? [],
    bins: runtime.hostBinStatus ?? {},
    ...(runtime.hostBinStatusUpdatedAt === undefined
      ? {}
      : { binsUpdatedAt: runtime.hostBinStatusUpdatedAt }),
    ...(platform === undefined ? {} : { platform }),
    allowsCommands: report.allowsCommands ?? runtime.hostCapabilities.includes("shell.exec"),
    isConnected: true,
  };
}
