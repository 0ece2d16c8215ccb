/** A registry on this machine that programs of other projects can talk to, and skills to publish. */
import { IN_MEMORY } from "../../src/platform/index.ts";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemClock } from "../../src/platform/machine/index.ts";
import { packSkill } from "../../src/registry/index.ts";
import { startServer } from "../../src/serve/http/index.ts";
import { openPlatform, readPlatformSettings } from "../../src/serve/platform/index.ts";
import { lentJobs } from "./jobs.ts";
import { cheapPasswords } from "./accounts.ts";
import { temporaryFolder } from "./program.ts";

export interface RegistryServer {
  readonly url: string;
  /** Makes an account and gives the token of a session, as a browser has it. */
  readonly login: (email: string) => Promise<string>;
  /** Makes an account and gives a token that may read and publish. */
  readonly join: (email: string, scopes?: readonly string[]) => Promise<string>;
  /** The token of a session of the account that the first start made, which is a moderator. */
  readonly moderator: () => Promise<string>;
  readonly send: (method: string, path: string, options?: SendOptions) => Promise<Response>;
  readonly close: () => Promise<void>;
}

interface SendOptions {
  readonly token?: string;
  readonly json?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

const FIRST = {
  SKILLWRIGHT_ADMIN_EMAIL: "root@example.org",
  SKILLWRIGHT_ADMIN_PASSWORD: "correct horse",
};

/** Everything is kept in memory, or in a folder; the settings are those of a file. */
export async function openRegistry(
  settings: object = {},
  dataFolder: string = IN_MEMORY,
): Promise<RegistryServer> {
  const read = readPlatformSettings({
    value: { registration: true, ...settings },
    environment: FIRST,
  });
  const platform = await openPlatform({
    settings: read,
    dataFolder,
    jobs: lentJobs(),
    version: "0.0.0",
    clock: systemClock,
    environment: {},
    passwords: cheapPasswords,
    onProblem: (problem) => {
      throw new Error(problem.message, { cause: problem.cause });
    },
  });
  const server = await startServer({
    token: "test-token-0123456789",
    version: "0.0.0",
    platform: platform.app,
    guard: read,
    trustedProxies: read.trustedProxies,
    bodies: read.requestBodies,
    answers: read.answers,
    requests: read.requests,
  });
  const send: RegistryServer["send"] = (method, path, sent = {}) => {
    const { token, json, form, headers = {} } = sent;
    const body = form ?? (json === undefined ? undefined : JSON.stringify(json));
    return fetch(`${server.url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
  };
  const login: RegistryServer["login"] = async (email) =>
    await tokenOf(
      await send("POST", "/api/v1/auth/register", { json: { email, password: "correct horse" } }),
    );
  return {
    url: server.url,
    send,
    login,
    moderator: async () =>
      await tokenOf(
        await send("POST", "/api/v1/auth/login", {
          json: {
            email: FIRST.SKILLWRIGHT_ADMIN_EMAIL,
            password: FIRST.SKILLWRIGHT_ADMIN_PASSWORD,
          },
        }),
      ),
    join: async (email, scopes = ["registry:read", "registry:write"]) => {
      const made = await send("POST", "/api/v1/auth/tokens", {
        token: await login(email),
        json: { name: "test", scopes },
      });
      return await tokenOf(made);
    },
    close: async () => {
      await server.close();
      await platform.close();
    },
  };
}

async function tokenOf(response: Response): Promise<string> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return (JSON.parse(text) as { readonly token: string }).token;
}

/** Files by their paths; an executable one has `true` behind its text. */
export type SkillFiles = Readonly<Record<string, string | Uint8Array | readonly [string, true]>>;

export function skillText(name: string, more = ""): string {
  const about = "Sorts letters by their date. Use when the user asks to sort letters.";
  return `---\nname: ${name}\ndescription: ${about}\n---\n\n# Letters\n\n1. Read the dates.\n2. Sort by them.\n${more}`;
}

/** The same with a version in it, for protocols that take it from there. */
export function versionedText(name: string, version: string, more = ""): string {
  return skillText(name, more).replace("\ndescription:", `\nversion: ${version}\ndescription:`);
}

/** Writes a skill into a new folder of its name, and gives that. */
export function writeSkill(
  name: string,
  files: SkillFiles,
  parent: string = temporaryFolder(),
): string {
  const folder = join(parent, name);
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    const isExecutable = Array.isArray(content);
    // A list is a text with its mark, as the type says; TypeScript does not narrow readonly lists so.
    const bytes = isExecutable ? (content[0] as string) : (content as string | Uint8Array);
    writeFileSync(file, bytes);
    if (isExecutable) chmodSync(file, 0o755);
  }
  return folder;
}

interface ReadOptions {
  readonly withModes?: boolean;
  /** Beginnings of paths of the client itself. */
  readonly leftOut?: readonly string[];
}

/** Every file below a folder with its bytes and, where asked, its right to run. */
export function readSkill(
  folder: string,
  { withModes = false, leftOut = [] }: ReadOptions = {},
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(folder.length + 1);
    if (leftOut.some((start) => path.startsWith(start))) continue;
    const mode = withModes ? `${(statSync(file).mode & 0o111) === 0 ? "-" : "x"} ` : "";
    found[path] = mode + readFileSync(file).toString("base64");
  }
  return found;
}

/** Publishes a folder by the form of GAIA's hub, which carries the right to run. */
export async function publishFolder(
  registry: RegistryServer,
  token: string,
  folder: string,
): Promise<void> {
  const { bytes } = await packSkill(folder);
  const form = new FormData();
  form.set("artifact", new File([Uint8Array.from(bytes)], "skill.zip"));
  const answer = await registry.send("POST", "/gaia/publish/skill", { token, form });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
}

/** Sends requests with a token, and holds each answer against the status that is expected. */
export interface Asker {
  readonly get: (path: string, status?: number) => Promise<unknown>;
  readonly post: (
    path: string,
    json: unknown,
    status?: number,
    method?: string,
  ) => Promise<unknown>;
  /** Publishes a skill with a program in it, and gives its folder. */
  readonly publish: (name: string, version?: string) => Promise<string>;
}

/** Words that no skill of another name has: what was taken away and comes back by another name waits for a moderator. */
export function wordsOf(name: string): string {
  const digits = createHash("sha256").update(name).digest("hex");
  const letters = digits.replaceAll(/\d/gu, (digit) => "ghijklmnop"[Number(digit)] ?? "");
  return (letters.match(/.{4}/gu) ?? []).join(" ");
}

export function askAs(open: () => readonly [RegistryServer, string]): Asker {
  const ask = async (method: string, path: string, status: number, json?: unknown) => {
    const [registry, token] = open();
    const answer = await registry.send(method, path, { token, json });
    const text = await answer.text();
    if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true;
    return isJson ? (JSON.parse(text) as unknown) : text;
  };
  return {
    get: (path, status = 200) => ask("GET", path, status),
    post: (path, json, status = 200, method = "POST") => ask(method, path, status, json),
    publish: async (name, version = "1.0.0") => {
      const [registry, token] = open();
      const folder = writeSkill(name, {
        "SKILL.md": versionedText(name, version, `\n${wordsOf(name)}\n`),
        "bin/run.sh": [`#!/bin/sh\n: ${name}\n`, true],
      });
      await publishFolder(registry, token, folder);
      return folder;
    },
  };
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export async function bytesAt(url: string): Promise<Uint8Array> {
  const answer = await fetch(url);
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
