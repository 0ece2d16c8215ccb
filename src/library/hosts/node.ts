import {
  type Clock,
  type Machine,
  systemClock,
  thisMachine,
} from "../../platform/machine/index.ts";
import { type Connector, connectSocket } from "../../platform/network/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import { hostCodes, hostProblem } from "./diagnostics.ts";
import {
  type CapabilityId,
  capabilityIds,
  HOST_ID_RULE,
  type HostRole,
  isHostId,
  toHostId,
  toHostOs,
} from "./facts.ts";
import { toGatewayAddress } from "./gateway-address.ts";
import { createLocalHost, envNames, LOCAL_ID } from "./local.ts";
import { type Hello, PROTOCOL_VERSION } from "./messages.ts";
import { NodeSession, type SessionEnd } from "./node-session.ts";
import { readRuntime } from "./runtime.ts";

export interface NodeOptions {
  /** Address of the gateway, such as `ws://127.0.0.1:4817`. */
  readonly gateway: string;
  readonly token: string;
  /** The name of the machine, unless another is given. */
  readonly name?: string;
  readonly role?: HostRole;
  /** All of them, unless some are given. */
  readonly capabilities?: readonly CapabilityId[];
  /** Tools of the host, each with what it needs of the host. */
  readonly tools?: { readonly [tool: string]: readonly CapabilityId[] };
  readonly allowsCommands?: boolean;
  /** Looks for programs on the own PATH, and not on that of the login shell. */
  readonly skipsLoginShell?: boolean;
  /** Lets the token travel readable to another machine. */
  readonly allowsPlainText?: boolean;
  readonly retry?: Partial<Retry>;
}

interface Retry {
  readonly firstMs: number;
  readonly mostMs: number;
}

export interface NodePorts {
  readonly machine: Machine;
  readonly clock: Clock;
  readonly connect: Connector;
  /** From 0 to 1. */
  readonly random: () => number;
  /** One line for a person. */
  readonly say: (line: string) => void;
  /** Aborted when the host is to leave. */
  readonly signal: AbortSignal;
}

const RETRY: Retry = { firstMs: 1000, mostMs: 30_000 };

/**
 * Makes this machine a host of a gateway until the signal is aborted: reports what it is, answers what it
 * is asked, and comes back when the connection breaks. Fails where coming back is of no use.
 */
export async function runNode(options: NodeOptions, given: Partial<NodePorts> = {}): Promise<void> {
  const ports = withDefaults(given);
  const address = toGatewayAddress(options.gateway, options.allowsPlainText);
  const hello = describeNode(options, ports.machine);
  const local = createLocalHost(
    { skipsLoginShell: options.skipsLoginShell === true },
    ports.machine,
    ports.clock,
  );
  const retry = { ...RETRY, ...options.retry };
  let attempt = 0;
  while (!ports.signal.aborted) {
    ports.say(`Connecting to ${address} as \`${hello.name}\`.`);
    const session = new NodeSession({
      ...ports,
      address,
      hello,
      token: options.token,
      probe: local.probe,
    });
    const end: SessionEnd = await session.ended;
    if (end.kind === "left") break;
    if (end.kind === "refused") throw new SkillError(end.problem);
    if (end.wasWelcome) attempt = 0;
    const delay = retryDelay(attempt, retry, ports.random());
    ports.say(`Not connected (${end.why}); trying again in ${(delay / 1000).toFixed(1)} s.`);
    attempt += 1;
    await pause(delay, ports);
  }
  ports.say("Left.");
}

function withDefaults(given: Partial<NodePorts>): NodePorts {
  return {
    machine: given.machine ?? thisMachine(),
    clock: given.clock ?? systemClock,
    connect: given.connect ?? connectSocket,
    random: given.random ?? Math.random,
    say: given.say ?? (() => undefined),
    signal: given.signal ?? new AbortController().signal,
  };
}

/** Twice as long each time, up to a limit, and never two hosts at the same moment. */
export function retryDelay(attempt: number, retry: Retry, random: number): number {
  const longest = Math.min(retry.mostMs, retry.firstMs * 2 ** Math.min(attempt, 30));
  return longest * (0.5 + random / 2);
}

function pause(milliseconds: number, { clock, signal }: NodePorts): Promise<void> {
  return new Promise((settle) => {
    const cancel = clock.after(milliseconds, finish);
    signal.addEventListener("abort", finish);
    function finish(): void {
      cancel();
      signal.removeEventListener("abort", finish);
      settle();
    }
    if (signal.aborted) finish();
  });
}

/** The first message: names of variables, never their values, and nothing of the programs yet. */
function describeNode(options: NodeOptions, machine: Machine): Hello {
  const name = options.name ?? toHostId(machine.name);
  if (!isHostId(name))
    throw new SkillError(
      hostProblem(hostCodes.invalidName, `The host name must be ${HOST_ID_RULE}.`),
    );
  if (name === LOCAL_ID)
    throw new SkillError(
      hostProblem(
        hostCodes.invalidName,
        `The host name \`${LOCAL_ID}\` is reserved for the machine that the agent runs on.`,
        { hint: "Choose another with `--name`." },
      ),
    );
  const tools = Object.keys(options.tools ?? {});
  const { value: runtime, diagnostics } = readRuntime({
    nodeId: name,
    tools,
    runtime: {
      hostRole: options.role ?? "execution",
      hostCapabilities: options.capabilities ?? capabilityIds,
      toolCapabilities: options.tools ?? {},
      hostOs: toHostOs(machine.platform),
      hostEnv: envNames(machine),
    },
  });
  const [problem] = diagnostics;
  if (problem !== undefined || runtime === undefined)
    throw new SkillError(problem ?? hostProblem(hostCodes.invalidRuntime, "No runtime."));
  return {
    type: "hello",
    protocol: PROTOCOL_VERSION,
    name,
    tools,
    runtime,
    platform: machine.platform,
    allowsCommands: options.allowsCommands ?? runtime.hostCapabilities.includes("shell.exec"),
  };
}
