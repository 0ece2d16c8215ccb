/** What a server can fail with as it starts: its address, its settings, its keys. */
import {
  type Diagnostic,
  type ErrorCatalogue,
  failFrom,
  type SkillError,
} from "../skill/model/index.ts";
import { errorCode, reasonOf } from "../platform/index.ts";

interface Address {
  readonly host: string;
  readonly port: number;
}

interface ServeErrors {
  readonly "oauth/insecure-address": { readonly option: string; readonly address: string };
  readonly "oauth/missing-setting": { readonly option: string; readonly what: string };
  readonly "oauth/open-address": { readonly host: string };
  readonly "oauth/unusable-keys": { readonly reason: string };
  readonly "platform/bad-secret-key": { readonly source: string };
  readonly "platform/bad-settings":
    | { readonly problem: "unreadable"; readonly reason: string }
    | { readonly problem: "no-log"; readonly reason: string }
    | { readonly problem: "invalid"; readonly setting: string; readonly reason: string }
    | { readonly problem: "no-public-url"; readonly setting: string };
  readonly "platform/missing-secret-key": { readonly unwritable?: string };
  readonly "platform/wrong-secret-key": { readonly stored: string; readonly own: string };
  readonly "serve/address-refused": Address & { readonly reason: string };
  readonly "serve/address-taken": Address;
  readonly "serve/fault": undefined;
  readonly "serve/invalid-port": { readonly port: number };
  readonly "serve/weak-token": undefined;
}

export const serveErrors: ErrorCatalogue<ServeErrors> = {
  "oauth/insecure-address": {
    title: "Keys and tokens travel over https, or stay on this machine.",
    message: ({ option, address }) => `\`${option}\` must be an https address, not \`${address}\`.`,
    hint: () => "Plain http is taken for addresses of this machine alone.",
  },
  "oauth/missing-setting": {
    title: "A server that takes tokens knows who issues them.",
    message: ({ option, what }) => `Missing option \`${option}\`: name ${what}.`,
    hint: () =>
      "Tokens need `--auth-issuer`, `--auth-keys` and, off this machine, `--auth-resource`.",
  },
  "oauth/open-address": {
    title: "A server that other machines reach asks for tokens.",
    message: ({ host }) =>
      `Listening on \`${host}\` needs tokens: give \`--auth-issuer\`, or listen on an address of this machine.`,
    hint: () =>
      "Other machines could read every skill. Ask for tokens with `--auth-issuer`, `--auth-keys` and " +
      "`--auth-resource`; to let everyone read them, give both `--without-auth` and `--allow-everyone`.",
  },
  "oauth/unusable-keys": {
    title: "The keys that verify tokens can be read.",
    message: ({ reason }) => `The file of keys cannot be used: ${reason.replace(/\.$/, "")}.`,
    hint: () => "Give a JSON Web Key Set, a JWK, or a public key as PEM.",
  },
  "platform/bad-secret-key": {
    title: "A key for secrets has 32 bytes.",
    // The text itself is never repeated: it may be a key with a typing error.
    message: ({ source }) =>
      `\`${source}\` does not hold a key: 32 bytes as base64 or hexadecimal digits.`,
    hint: () => "Make one with `openssl rand -base64 32`.",
  },
  "platform/bad-settings": {
    title: "The settings of a server can be read.",
    message: (params) => {
      if (params.problem === "unreadable") return `The settings cannot be read: ${params.reason}.`;
      if (params.problem === "no-log") return `Cannot write the log: ${params.reason}.`;
      if (params.problem === "no-public-url")
        return `\`${params.setting}\` in the settings needs \`publicUrl\`.`;
      return `\`${params.setting}\` in the settings is not valid: ${params.reason}.`;
    },
    hint: ({ problem }) => {
      if (problem === "unreadable") return "Name a file of JSON, in which comments are allowed.";
      if (problem === "no-log")
        return "Choose another file with `--log FILE`, or `--log -` for standard error.";
      return problem === "no-public-url"
        ? "People are led back there."
        : "The reference of the server lists every setting.";
    },
  },
  "platform/missing-secret-key": {
    title: "A server has the key for the secrets in its database.",
    message: ({ unwritable }) =>
      unwritable === undefined
        ? "The key for the secrets in the database is missing."
        : `The key for the secrets cannot be written: ${unwritable}.`,
    hint: ({ unwritable }) =>
      unwritable === undefined
        ? "Set SKILLWRIGHT_SECRET_KEY to the key of the server that made the database, or put its `secret.key` into the data folder."
        : "Make the data folder writable, or set SKILLWRIGHT_SECRET_KEY. Make one with `openssl rand -base64 32`.",
  },
  "platform/wrong-secret-key": {
    title: "All servers of a database have the same key for secrets.",
    message: ({ stored, own }) =>
      `The secrets in the database are encrypted with the key \`${stored}\`, and this server has \`${own}\`.`,
    hint: () =>
      "Give every replica the same SKILLWRIGHT_SECRET_KEY, or the earlier key as SKILLWRIGHT_SECRET_KEY_PREVIOUS.",
  },
  "serve/address-refused": {
    title: "The server may listen on its address.",
    message: ({ host, port, reason }) => `Cannot listen on port ${port} of ${host}: ${reason}.`,
    hint: () => "Choose another with `--host ADDRESS` and `--port N`.",
  },
  "serve/address-taken": {
    title: "No other program listens on the address of the server.",
    message: ({ host, port }) => `Port ${port} of ${host} is already in use.`,
    hint: () =>
      "Choose another with `--port N` (0: any free one), or stop the program that uses it.",
  },
  "serve/fault": {
    title: "A server runs without a bug of its own.",
    message: () => "The server stopped because of a bug: an exception that nothing caught.",
    hint: () =>
      "Start it again; what was at work is tried again. Please report the bug with the entry of the log.",
  },
  "serve/invalid-port": {
    title: "A port is a number from 0 to 65535.",
    message: ({ port }) => `The port \`${port}\` is out of range; use 0 to 65535.`,
  },
  "serve/weak-token": {
    title: "The token of a gateway is hard to guess.",
    message: () => "The token must be at least 16 letters, digits or signs without blanks.",
    hint: () => "`openssl rand -hex 32` makes a good one.",
  },
};

export function serveError<Code extends keyof ServeErrors>(
  code: Code,
  params: ServeErrors[Code],
  place: Pick<Diagnostic, "file" | "cause"> = {},
): SkillError {
  return failFrom(serveErrors, code, params, place);
}

/** Why a server does not listen. */
export function listenError(error: unknown, host: string, port: number): SkillError {
  return errorCode(error) === "EADDRINUSE"
    ? serveError("serve/address-taken", { host, port }, { cause: error })
    : serveError(
        "serve/address-refused",
        { host, port, reason: reasonOf(error) },
        { cause: error },
      );
}
