/** What tests of hosts share: a process to kill, and a wire to listen on. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RawData, WebSocket, WebSocketServer } from "ws";
import { startBeside, type Started } from "./starter.ts";

const program = join(import.meta.dirname, "hosts-program.ts");

export interface Program {
  readonly child: Started;
  /** Lines of standard error so far. */
  readonly lines: () => readonly string[];
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  readonly kill: (signal: NodeJS.Signals) => void;
}

export function startProgram(
  mode: "serve" | "node",
  options: object,
  environment: Readonly<Record<string, string>>,
): Program {
  const child = startBeside(process.execPath, [program, mode, JSON.stringify(options)], {
    env: environment,
  });
  child.stdin.end();
  child.stdout.resume();
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const exited = new Promise<{ code: number | null; signal: string | null }>((settle) => {
    child.once("close", (code, signal) => {
      settle({ code, signal });
    });
  });
  return {
    child,
    exited,
    lines: () => output.split("\n").filter((line) => line !== ""),
    kill: (signal) => {
      child.kill(signal);
    },
  };
}

/** A folder with programs in it, and a login shell that has nothing else on its PATH. */
export function createBin(names: readonly string[]): {
  readonly shell: string;
  readonly remove: () => void;
} {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-hosts-"));
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    chmodSync(path, 0o755);
    return path;
  };
  for (const name of names) write(name, "#!/bin/sh\n");
  return {
    shell: write("login-shell", `#!/bin/sh\necho "PATH=${folder}"\n`),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Relay {
  readonly url: string;
  /** Messages in both directions, as they went over the wire. */
  readonly fromHost: readonly string[];
  readonly fromGateway: readonly string[];
  /** Headers with which hosts asked for a connection. */
  readonly headers: readonly string[];
  /** While it holds, answers of hosts do not arrive. */
  isHolding: boolean;
  /** Cuts every connection, as a broken network does. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
}

/** Stands between hosts and a gateway, passes everything on and remembers it. */
export async function startRelay(gateway: string): Promise<Relay> {
  const fromHost: string[] = [];
  const fromGateway: string[] = [];
  const headers: string[] = [];
  const open = new Set<WebSocket>();
  const state = { isHolding: false };
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (host, request) => {
    headers.push(JSON.stringify(request.headers));
    const { authorization = "" } = request.headers;
    const there = new WebSocket(gateway, host.protocol, { headers: { authorization } });
    const waiting: string[] = [];
    couple(host, there, open);
    host.on("message", (data) => {
      const text = textOf(data);
      fromHost.push(text);
      if (state.isHolding && text.includes('"probe-result"')) return;
      if (there.readyState === WebSocket.OPEN) there.send(text);
      else waiting.push(text);
    });
    there.on("open", () => {
      for (const text of waiting.splice(0)) there.send(text);
    });
    there.on("message", (data) => {
      fromGateway.push(textOf(data));
      host.send(textOf(data));
    });
    there.on("ping", () => {
      host.ping();
    });
  });
  await new Promise<void>((settle) => server.once("listening", settle));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const cut = (): void => {
    for (const socket of open) socket.terminate();
  };
  return {
    url: `ws://127.0.0.1:${port}`,
    fromHost,
    fromGateway,
    headers,
    get isHolding() {
      return state.isHolding;
    },
    set isHolding(value) {
      state.isHolding = value;
    },
    cut,
    close: () => {
      cut();
      return new Promise((settle) => {
        server.close(() => {
          settle();
        });
      });
    },
  };
}

/** When one of the two ends, so does the other, with the same words. */
function couple(host: WebSocket, there: WebSocket, open: Set<WebSocket>): void {
  for (const [one, other] of [
    [host, there],
    [there, host],
  ] as const) {
    open.add(one);
    one.on("error", () => undefined);
    one.on("close", (code, reason) => {
      open.delete(one);
      if (code === 1005 || code === 1006) other.terminate();
      else other.close(code, reason.toString());
    });
  }
}

function textOf(data: RawData): string {
  // Without further options a message comes in one piece.
  return Buffer.isBuffer(data) ? data.toString("utf8") : "";
}
