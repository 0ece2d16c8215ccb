/** What a gateway and those who ask it for its hosts say to each other over HTTP. */
import { z } from "zod";
import { withoutControls } from "../../platform/index.ts";
import { type HostFacts, hostRoles, isCapabilityId, isHostId } from "../hosts/index.ts";

export const HOSTS_ROUTE = "/api/hosts";
export const PROBES_ROUTE = "/api/probes";
/** The most programs in one request, and the most characters of a name. */
export const MOST_BINS = 1000;
const LONGEST_NAME = 255;

const capabilities = z
  .array(z.string())
  // A later version may know more of them than this one.
  .transform((ids) => ids.filter(isCapabilityId));

/** Words of a host end up on terminals; whatever they are, others must learn of the other hosts. */
const plain = z.string().transform((text) => withoutControls(text).slice(0, LONGEST_NAME));

/** Facts as they travel: what is not named here is left out, and values of variables have no place at all. */
const hostFacts: z.ZodType<HostFacts> = z.object({
  id: z.string().refine(isHostId, "it is no id of a host"),
  role: z.enum(hostRoles),
  capabilities,
  tools: z.array(z.string()).exactOptional(),
  toolCapabilities: z.record(z.string(), capabilities).exactOptional(),
  os: plain.exactOptional(),
  env: z.array(z.string()),
  bins: z.record(z.string(), z.boolean()),
  binsUpdatedAt: z.number().exactOptional(),
  platform: plain.exactOptional(),
  allowsCommands: z.boolean().exactOptional(),
  isConnected: z.boolean(),
});

export interface HostsAnswer {
  /** Connected hosts, and those that left with what was last known of them, by id. */
  readonly hosts: readonly HostFacts[];
}

export const hostsAnswer: z.ZodType<HostsAnswer> = z.object({ hosts: z.array(hostFacts) });

export interface ProbeRequest {
  readonly bins: readonly string[];
  /** How long each of two attempts may take, within the limits of probes. */
  readonly timeoutMs?: number;
  /** Asks also for what is known and fresh. */
  readonly force?: boolean;
}

export const probeRequest: z.ZodType<ProbeRequest> = z.strictObject({
  bins: z.array(z.string().max(LONGEST_NAME)).max(MOST_BINS),
  timeoutMs: z.number().exactOptional(),
  force: z.boolean().exactOptional(),
});

export interface ProbesAnswer extends HostsAnswer {
  /** Hosts that were asked. */
  readonly probed: readonly string[];
  /** Hosts that cannot be asked for programs. */
  readonly skipped: readonly string[];
  /** Hosts that did not answer in time. */
  readonly silent: readonly string[];
}

const ids = z.array(z.string());

export const probesAnswer: z.ZodType<ProbesAnswer> = z.object({
  hosts: z.array(hostFacts),
  probed: ids,
  skipped: ids,
  silent: ids,
});
