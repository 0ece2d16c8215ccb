import { hostCodes, HOSTS_PATH, PROTOCOL_NAME, TOKEN_PREFIX } from "../../library/hosts/index.ts";
import { isSameSecret } from "../../platform/machine/index.ts";
import type { UpgradeAnswer, UpgradeRequest } from "../../platform/network/index.ts";
import { parseBearer } from "./bearer.ts";
import { httpCodes } from "./diagnostics.ts";
import { HostSession, type SessionPorts } from "./host-session.ts";
import { problemResponse } from "./problem.ts";

export interface GatewayPorts extends SessionPorts {
  readonly token: string;
  readonly maxConnections: number;
}

/** Decides who may connect as a host, and keeps the connections. */
export class HostGateway {
  readonly #ports: GatewayPorts;
  readonly #sessions = new Set<HostSession>();
  #whenEmpty: (() => void) | undefined;
  #isClosed = false;

  constructor(ports: GatewayPorts) {
    this.#ports = ports;
  }

  readonly upgrade = (request: UpgradeRequest): UpgradeAnswer => {
    const refusal = this.#refusalOf(request);
    if (refusal !== undefined) return { kind: "refused", response: refusal };
    return {
      kind: "accepted",
      open: (socket) => {
        const session = new HostSession(this.#ports, socket);
        this.#sessions.add(session);
        return {
          onText: (text) => {
            session.onText(text);
          },
          onBinary: () => {
            session.onBinary();
          },
          onLife: () => {
            session.onLife();
          },
          onEnd: () => {
            session.onEnd();
            this.#sessions.delete(session);
            if (this.#sessions.size === 0) this.#whenEmpty?.();
          },
        };
      },
    };
  };

  /** Refuses new connections and ends open ones: gracefully at first, then by force. */
  async close(graceMs: number): Promise<void> {
    this.#isClosed = true;
    if (this.#sessions.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#whenEmpty = resolve;
    for (const session of this.#sessions) session.close();
    const cancel = this.#ports.clock.after(graceMs, () => {
      for (const session of this.#sessions) session.terminate();
    });
    await promise;
    cancel();
  }

  #refusalOf(request: UpgradeRequest): Response | undefined {
    if (request.path !== HOSTS_PATH)
      return problemResponse({
        code: httpCodes.notFound,
        message: `No such address; hosts connect to \`${HOSTS_PATH}\`.`,
      });
    const token = readToken(request);
    if (token === undefined || !isSameSecret(token, this.#ports.token)) {
      this.#ports.say("Refused a connection without the right token.");
      return problemResponse(
        { code: hostCodes.unauthorized, message: "The token is not the gateway's." },
        { "www-authenticate": "Bearer" },
      );
    }
    if (this.#isClosed || this.#sessions.size >= this.#ports.maxConnections)
      return problemResponse({
        code: hostCodes.tooManyHosts,
        message: "The gateway takes no more hosts.",
      });
    return undefined;
  }
}

/** From the header, or from the offered protocols, the only place that a browser lets a page fill. */
function readToken({ authorization, protocols }: UpgradeRequest): string | undefined {
  const bearer = parseBearer(authorization);
  if (bearer !== undefined) return bearer;
  const offered = protocols.find((item) => item.startsWith(TOKEN_PREFIX));
  if (offered === undefined || !protocols.includes(PROTOCOL_NAME)) return undefined;
  return decode(offered.slice(TOKEN_PREFIX.length));
}

function decode(text: string): string | undefined {
  try {
    return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return undefined;
  }
}
