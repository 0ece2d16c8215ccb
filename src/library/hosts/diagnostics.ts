import type { Diagnostic } from "../../skill/model/index.ts";

/** What can be wrong with hosts; a code is never used for anything else. */
export const hostCodes = {
  invalidRuntime: "host/invalid-runtime",
  invalidFile: "host/invalid-file",
  noSystem: "host/no-system",
  invalidName: "host/invalid-name",
  invalidGateway: "host/invalid-gateway",
  invalidMessage: "host/invalid-message",
  unsupportedProtocol: "host/unsupported-protocol",
  wrongHost: "host/wrong-host",
  replaced: "host/replaced",
  tooManyHosts: "host/too-many-hosts",
  tooManyMessages: "host/too-many-messages",
  unauthorized: "host/unauthorized",
  missingToken: "serve/missing-token",
  gatewayUnreachable: "host/gateway-unreachable",
  gatewayTooOld: "host/gateway-too-old",
  silent: "host/silent",
} as const;

export type HostCode = (typeof hostCodes)[keyof typeof hostCodes];

export function hostProblem(
  code: HostCode,
  message: string,
  details: Pick<Diagnostic, "hint" | "path" | "cause"> = {},
): Diagnostic {
  return { code, severity: "error", message, ...details };
}
