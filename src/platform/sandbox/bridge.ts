import { spawn } from "node:child_process";
import { guardListener } from "../guard-listener.ts";
import type { SkillError } from "../../skill/model/index.ts";
import { failure } from "../failure.ts";
import { sandboxCodes } from "./diagnostics.ts";
import type { Person } from "./mounts.ts";

/** Programs that carry connections from in the sandbox to the proxy. */
export interface BridgeTools {
  readonly nsenter: string;
  readonly setpriv: string;
  readonly socat: string;
}

export interface BridgeRequest {
  readonly tools: BridgeTools;
  /** The first process in the sandbox, whose network is entered. */
  readonly pid: number;
  readonly person: Person | undefined;
  /** Where the proxy listens, outside. */
  readonly socket: string;
}

export interface Bridge {
  readonly close: () => void;
}

/** The port of the proxy on the loopback in the sandbox. */
export const PROXY_PORT = 3128;

/** Where a program reaches the one port that was opened for it. */
export const PROXY_ADDRESS: string = `127.0.0.1:${PROXY_PORT}`;

/** Each connection is a process outside, where the limits of the run do not reach. */
const MOST_CONNECTIONS = 64;

/**
 * Listens on the loopback in the sandbox, and hands everything to the socket of the proxy. It runs in front of them,
 * in the network of the run alone: so nothing inside needs a local socket, and none that lies in a folder can be used.
 */
export async function openBridge({ tools, pid, person, socket }: BridgeRequest): Promise<Bridge> {
  const entering =
    person === undefined
      ? ["--target", String(pid), "--user", "--net", "--preserve-credentials"]
      : [
          "--target",
          String(pid),
          "--net",
          "--setuid",
          String(person.uid),
          "--setgid",
          String(person.gid),
        ];
  // To socat some characters in an address begin options.
  if (!/^[\w/.+@-]+$/u.test(socket))
    throw failure(
      sandboxCodes.badValue,
      `The path of the temporary folder has characters that cannot be used for the network of the sandbox: ${socket}.`,
      { hint: "Set `TMPDIR` to a folder whose path has letters, digits, `.`, `_` and `-` alone." },
    );
  // The loopback may not be up yet, and the port is there all the same.
  const listen = `TCP-LISTEN:${PROXY_PORT},bind=127.0.0.1,freebind,reuseaddr,fork,max-children=${MOST_CONNECTIONS}`;
  const child = spawn(
    tools.nsenter,
    [
      ...entering,
      "--",
      tools.setpriv,
      "--no-new-privs",
      "--pdeathsig",
      "SIGKILL",
      "--",
      tools.socat,
      "-d",
      "-d",
      listen,
      `UNIX-CONNECT:${socket}`,
    ],
    { env: {}, cwd: "/", shell: false, stdio: ["ignore", "ignore", "pipe"] },
  );
  const bridge = { close: (): void => void child.kill("SIGKILL") };
  await new Promise<void>((settle, fail) => {
    let said = "";
    const take = (text: string): void => {
      // It goes on to report every connection, which is of no use.
      if (said.length < 4096) said += text;
      if (said.includes("listening on")) settle();
    };
    child.stderr.setEncoding("utf8").on("data", guardListener(take, fail));
    child.once("error", (error) => fail(noBridge(error.message)));
    child.once("exit", () => fail(noBridge(said.trim().split("\n").at(-1) ?? "")));
  });
  return bridge;
}

function noBridge(why: string): SkillError {
  return failure(
    sandboxCodes.noWalls,
    `The sandbox lost its connection to the network: ${why.replace(/\.$/u, "")}.`,
    { hint: "`skillwright sandbox doctor` says what this machine can enforce." },
  );
}
