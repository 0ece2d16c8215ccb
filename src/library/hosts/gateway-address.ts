import { SkillError } from "../../skill/model/index.ts";
import { hostCodes, hostProblem } from "./diagnostics.ts";
import { HOSTS_PATH } from "./messages.ts";

const SCHEMES: { readonly [scheme: string]: string } = {
  "http:": "ws:",
  "https:": "wss:",
  "ws:": "ws:",
  "wss:": "wss:",
};

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host.includes(":") && !host.startsWith("[") ? `[${host}]` : host);
}

/** Whether a secret can travel there: encrypted, or on this machine alone. */
export function protectsSecrets({ protocol, hostname }: URL): boolean {
  return /^(?:https|wss):$/.test(protocol) || isLoopback(hostname);
}

/** The address to connect to; without a path it is the one where gateways take hosts in. */
export function toGatewayAddress(value: string, allowsPlainText = false): string {
  const { scheme, url } = readAddress(value, allowsPlainText);
  const path = url.pathname === "/" ? HOSTS_PATH : url.pathname;
  return `${scheme}//${url.host}${path}`;
}

/** Where the same gateway answers requests; what routes are relative to, without a slash at its end. */
export function toGatewayBase(value: string, allowsPlainText = false): string {
  const { scheme, url } = readAddress(value, allowsPlainText);
  const path = url.pathname.replace(/(?<!\/)\/+$/, "");
  const prefix = path.endsWith(HOSTS_PATH) ? path.slice(0, -HOSTS_PATH.length) : path;
  return `${scheme === "wss:" ? "https:" : "http:"}//${url.host}${prefix}`;
}

interface Address {
  readonly scheme: string;
  readonly url: URL;
}

function readAddress(value: string, allowsPlainText: boolean): Address {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const scheme = url === undefined ? undefined : SCHEMES[url.protocol];
  if (url === undefined || scheme === undefined)
    throw refused(
      "The address of the gateway is not valid; write one such as `ws://127.0.0.1:4817`.",
      "`ws`, `wss`, `http` and `https` are known.",
    );
  if (url.username !== "" || url.password !== "")
    throw refused(
      "The address of the gateway contains a user name or password.",
      "Addresses end up in logs; pass the token separately.",
    );
  if (!protectsSecrets(url) && !allowsPlainText)
    throw refused(
      `The connection to \`${url.host}\` is not encrypted; beyond this machine, \`wss\` is required.`,
      "The token would be readable on the network. Put TLS or a tunnel in front, or allow this with `--plain-text`.",
    );
  return { scheme, url };
}

function refused(message: string, hint: string): SkillError {
  return new SkillError(hostProblem(hostCodes.invalidGateway, message, { hint }));
}
