import {
  getKey,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Outcome,
  parseJson,
} from "../../skill/model/index.ts";
import { hostCodes, hostProblem } from "./diagnostics.ts";
import { HOST_ID_RULE, isHostId } from "./facts.ts";

/** The number goes up when an old host and a new gateway would misunderstand each other. */
export const PROTOCOL_VERSION = 1;
/** The protocol that both ends name when a connection is opened. */
export const PROTOCOL_NAME = "skillwright.hosts.v1";
/** Where a client cannot set headers, the token travels behind this prefix, in Base64 for addresses. */
export const TOKEN_PREFIX = "skillwright.token.";
export const HOSTS_PATH = "/hosts";
export const MAX_MESSAGE_BYTES: number = 256 * 1024;

/** The first message of a host. */
export interface Hello {
  readonly type: "hello";
  readonly protocol: number;
  readonly name: string;
  readonly tools: readonly string[];
  /** Checked by `readRuntime`, which knows the name of the host. */
  readonly runtime?: Json;
  readonly platform?: string;
  readonly allowsCommands?: boolean;
}

/** The host reports itself anew. */
export interface RuntimeMessage {
  readonly type: "runtime";
  readonly tools: readonly string[];
  readonly runtime?: Json;
  readonly platform?: string;
  readonly allowsCommands?: boolean;
}

export interface ProbeResult {
  readonly type: "probe-result";
  readonly probeId: string;
  readonly ok: boolean;
  readonly bins?: JsonObject;
  readonly error?: string;
}

/** Either end leaves on purpose. */
export interface Bye {
  readonly type: "bye";
  readonly reason?: string;
}

export type HostMessage = Hello | RuntimeMessage | ProbeResult | Bye;

/** The host was taken in. */
export interface Welcome {
  readonly type: "welcome";
  readonly protocol: number;
  readonly hostId: string;
  /** How often the gateway shows that it lives. */
  readonly pingMs: number;
}

export interface ProbeMessage {
  readonly type: "probe";
  readonly probeId: string;
  readonly kind: string;
  readonly bins: readonly string[];
  readonly timeoutMs: number;
}

export interface ErrorMessage {
  readonly type: "error";
  readonly code: string;
  readonly message: string;
}

export type GatewayMessage = Welcome | ProbeMessage | ErrorMessage | Bye;

export function writeMessage(message: HostMessage | GatewayMessage): string {
  return JSON.stringify(message);
}

/** What a host sends, checked; runtimes are left to `readRuntime`. */
export function readHostMessage(text: string): Outcome<HostMessage> {
  return readWith<HostMessage>(text, {
    hello: readHello,
    runtime: (fields) => ({ type: "runtime", ...parseReport(fields) }),
    "probe-result": readProbeResult,
    bye: readBye,
  });
}

/** What a gateway sends, checked: a host does not trust it more than the other way round. */
export function readGatewayMessage(text: string): Outcome<GatewayMessage> {
  return readWith<GatewayMessage>(text, {
    welcome: (fields) => ({
      type: "welcome",
      protocol: fields.number("protocol"),
      hostId: fields.text("hostId"),
      pingMs: fields.number("pingMs"),
    }),
    probe: (fields) => ({
      type: "probe",
      probeId: fields.text("probeId"),
      kind: fields.text("kind"),
      bins: fields.texts("bins"),
      timeoutMs: fields.number("timeoutMs"),
    }),
    error: (fields) => ({
      type: "error",
      code: fields.text("code"),
      message: fields.text("message"),
    }),
    bye: readBye,
  });
}

function readHello(fields: Fields): Hello {
  const name = fields.text("name");
  if (!isHostId(name)) fields.refuse(`The host name must be ${HOST_ID_RULE}.`);
  return { type: "hello", protocol: fields.number("protocol"), name, ...parseReport(fields) };
}

function parseReport(fields: Fields): Omit<RuntimeMessage, "type"> {
  const runtime = fields.get("runtime");
  return {
    tools: fields.get("tools") === undefined ? [] : fields.texts("tools"),
    ...(runtime === undefined ? {} : { runtime }),
    ...fields.maybe("platform", "string"),
    ...fields.maybe("allowsCommands", "boolean"),
  };
}

function readProbeResult(fields: Fields): ProbeResult {
  const bins = fields.get("bins");
  if (bins !== undefined && !isObject(bins))
    fields.refuse("`bins` must be a map from names to true or false.");
  return {
    type: "probe-result",
    probeId: fields.text("probeId"),
    ok: fields.get("ok") === true,
    ...(isObject(bins) ? { bins } : {}),
    ...fields.maybe("error", "string"),
  };
}

function readBye(fields: Fields): Bye {
  return { type: "bye", ...fields.maybe("reason", "string") };
}

interface Primitives {
  readonly string: string;
  readonly boolean: boolean;
}

/** The fields of one message; what is wrong with them is collected. */
class Fields {
  readonly faults: string[] = [];
  readonly #source: JsonObject;

  constructor(source: JsonObject) {
    this.#source = source;
  }

  get(key: string): Json | undefined {
    return getKey(this.#source, key);
  }

  refuse(message: string): void {
    this.faults.push(message);
  }

  text(key: string): string {
    const value = this.get(key);
    if (typeof value === "string") return value;
    this.refuse(`\`${key}\` must be text.`);
    return "";
  }

  number(key: string): number {
    const value = this.get(key);
    if (typeof value === "number") return value;
    this.refuse(`\`${key}\` must be a number.`);
    return 0;
  }

  texts(key: string): readonly string[] {
    const value = this.get(key);
    if (isList(value)) {
      const texts = value.filter((item) => typeof item === "string");
      if (texts.length === value.length) return texts;
    }
    this.refuse(`\`${key}\` must be a list of texts.`);
    return [];
  }

  maybe<Key extends string, Type extends keyof Primitives>(
    key: Key,
    type: Type,
  ): { readonly [Name in Key]?: Primitives[Type] } {
    const value = this.get(key);
    if (value === undefined) return {};
    // The check of its type makes the value what the table of primitives says.
    if (typeof value === type) return { [key]: value } as { [Name in Key]: Primitives[Type] };
    this.refuse(`\`${key}\` must be ${type === "string" ? "text" : "true or false"}.`);
    return {};
  }
}

function readWith<Message>(
  text: string,
  readers: { readonly [type: string]: (fields: Fields) => Message },
): Outcome<Message> {
  const source = parseJson(text);
  if (!isObject(source)) return refused(["The message is not a JSON object."]);
  const type = getKey(source, "type");
  const reader =
    typeof type === "string" && Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (reader === undefined) {
    const types = Object.keys(readers).map((name) => `\`${name}\``);
    return refused([`Unknown type of message; known types are ${types.join(", ")}.`]);
  }
  const fields = new Fields(source);
  const value = reader(fields);
  return fields.faults.length > 0 ? refused(fields.faults) : { value, diagnostics: [] };
}

function refused<Message>(faults: readonly string[]): Outcome<Message> {
  return { diagnostics: faults.map((fault) => hostProblem(hostCodes.invalidMessage, fault)) };
}
