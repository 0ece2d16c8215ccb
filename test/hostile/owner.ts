/** A server on its socket with one who owns one of everything, and others: another user, a program of an administrator, and nobody at all. */
import { generateKeyPairSync } from "node:crypto";
import { SCOPES } from "../../src/app/hub/index.ts";
import { startModelServer } from "../support/model-server.ts";
import { openRegistry, type RegistryServer, skillText } from "../support/registry-server.ts";
import { until } from "../support/wait.ts";

/** Stands in everything that the owner wrote; nobody else may ever read it. */
export const MARK = "quiet-heron-7f3e9c";

/** The ids of what the owner has. */
export interface Owned {
  readonly user: string;
  readonly token: string;
  readonly team: string;
  readonly invitation: string;
  readonly skill: string;
  readonly skillVersion: string;
  readonly kb: string;
  readonly doc: string;
  readonly task: string;
  readonly chat: string;
  readonly workflow: string;
  readonly execution: string;
  /** A page that runs the workflow for whoever knows its secret. */
  readonly embed: string;
  readonly trigger: string;
  readonly run: string;
  readonly publisher: string;
  readonly package: string;
  readonly key: string;
  readonly webhook: string;
  readonly userCode: string;
}

export interface People {
  readonly registry: RegistryServer;
  readonly ann: string;
  readonly bob: string;
  /** A token of an administrator with every scope but those that administration needs. */
  readonly plain: string;
  readonly owned: Owned;
  readonly close: () => Promise<void>;
}

const ADMINISTRATION: ReadonlySet<string> = new Set(["users", "models", "registry:moderate"]);

export async function openPeople(): Promise<People> {
  const models = await startModelServer();
  const registry = await openRegistry({
    models: {
      default: "local:small",
      providers: { local: { kind: "openai-compatible", baseUrl: models.url, models: ["small"] } },
    },
    limits: { device: { count: 10_000, seconds: 60 }, login: { count: 10_000, seconds: 60 } },
  });
  const ann = await registry.login("ann@example.org");
  const bob = await registry.login("bob@example.org");
  const token = await registry.moderator();
  await registry.send("PUT", "/api/v1/settings/feature-flags/ENABLE_PUBLIC_EMBED", {
    token,
    json: { enabled: true },
  });
  const owned = await makeOwned(registry, ann);
  const plain = await registry.send("POST", "/api/v1/auth/tokens", {
    token,
    json: { name: "plain", scopes: SCOPES.filter((scope) => !ADMINISTRATION.has(scope)) },
  });
  return {
    registry,
    ann,
    bob,
    plain: ((await plain.json()) as { readonly token: string }).token,
    owned,
    close: async () => {
      await registry.close();
      await models.close();
    },
  };
}

async function makeOwned(registry: RegistryServer, token: string): Promise<Owned> {
  const ask = async (method: string, path: string, json?: unknown, form?: FormData) => {
    const sent = {
      token,
      ...(json === undefined ? {} : { json }),
      ...(form === undefined ? {} : { form }),
    };
    const answer = await registry.send(method, path, sent);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    // What the server answers here is what the routes promise; a field that is missing fails the first test.
    return (text.startsWith("{") ? JSON.parse(text) : {}) as Record<string, never>;
  };
  const me = await ask("GET", "/api/v1/auth/me");
  const made = await ask("POST", "/api/v1/auth/tokens", { name: MARK, scopes: ["skills:read"] });
  const team = await ask("POST", "/api/v1/teams", { name: `Team ${MARK}` });
  await ask("PUT", `/api/v1/teams/${team["id"]}/members`, { email: "cid@example.org" });
  const { invitations } = await ask("GET", `/api/v1/teams/${team["id"]}`);
  const skill = "ann-letters";
  const content = skillText(skill, `\nRemember ${MARK}.\n`);
  await ask("POST", "/api/v1/skills", { name: skill, content });
  await ask("PUT", `/api/v1/skills/${skill}/file?path=notes.md`, { content: MARK });
  const versions = await ask("GET", `/api/v1/skills/${skill}/versions`);
  const kb = "ann-handbook";
  await ask("POST", "/api/v1/knowledge", { name: kb, description: MARK });
  const form = new FormData();
  form.set("file", new File([`The word is ${MARK}.`], "notes.md"));
  const uploaded = await ask("POST", `/api/v1/knowledge/${kb}/upload`, undefined, form);
  // Its vectors are made after its words can be found, and what is told of the document changes until then.
  await until("the document is read, and its vectors are made", async () => {
    const task = await ask("GET", `/api/v1/knowledge/tasks/${uploaded["task_id"]}`);
    const { vectors } = task as { readonly vectors?: { readonly status: string } };
    return [task["status"], vectors?.status].every(
      (one) => one !== "pending" && one !== "processing",
    );
  });
  const chat = "ann-chat-1";
  await ask("POST", "/api/v1/chat/completions", { session_id: chat, message: MARK });
  const graph_data = {
    nodes: [
      { id: "start", type: "start" },
      { id: "end", type: "end" },
    ],
    edges: [{ id: "1", source: "start", target: "end" }],
  };
  const workflow = await ask("POST", "/api/v1/workflows", { name: MARK, graph_data });
  await ask("POST", `/api/v1/workflows/${workflow["id"]}/execute`, { input: MARK });
  const executions = await ask("GET", "/api/v1/workflows/executions");
  const embed = await ask("POST", "/api/v1/publish/embed", { workflow_id: workflow["id"] });
  const trigger = await ask("POST", `/api/v1/workflows/${workflow["id"]}/triggers`, {
    kind: "webhook",
    name: MARK,
  });
  await ask("POST", `/api/v1/skills/${skill}/run`, { inputs: {} });
  const runs = await ask("GET", `/api/v1/runs?skill=${skill}`);
  const publisher = "ann-books";
  await ask("POST", "/registry/api/v1/publishers", { handle: publisher });
  const hidden = "ann-hidden";
  await ask("POST", "/registry/api/v1/skills", {
    name: hidden,
    publisher,
    version: "1.0.0",
    visibility: "private",
    changelog: MARK,
    files: [{ path: "SKILL.md", text: skillText(hidden, `\nRemember ${MARK}.\n`) }],
  });
  const key = await ask("POST", "/registry/api/v1/keys", { public_key: newPublicKey(), publisher });
  const webhook = await ask("POST", "/registry/api/v1/webhooks", {
    url: "https://hooks.example.org/skills",
  });
  const device = await ask("POST", "/registry/api/v1/device/code", {});
  return {
    user: field(me, "id"),
    token: field(made, "id"),
    team: field(team, "id"),
    invitation: firstOf({ invitations }, "id"),
    skill,
    skillVersion: firstOf(versions, "id"),
    kb,
    doc: field(uploaded, "id"),
    task: field(uploaded, "task_id"),
    chat,
    workflow: field(workflow, "id"),
    execution: firstOf(executions, "id"),
    embed: field(embed, "id"),
    trigger: field(trigger, "id"),
    run: firstOf(runs, "id"),
    publisher,
    package: hidden,
    key: field(key, "key_id"),
    webhook: field(webhook, "id"),
    userCode: field(device, "user_code"),
  };
}

function newPublicKey(): string {
  const { x = "" } = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  return Buffer.from(x, "base64url").toString("base64");
}

function field(value: Readonly<Record<string, unknown>>, name: string): string {
  const found = value[name];
  if (typeof found === "string" || typeof found === "number") return String(found);
  throw new Error(`No \`${name}\` in ${JSON.stringify(value)}`);
}

/** The field of the first item of the one list that an answer holds. */
function firstOf(value: Readonly<Record<string, unknown>>, name: string): string {
  const list = Object.values(value).find((item) => Array.isArray(item)) as
    | readonly Readonly<Record<string, unknown>>[]
    | undefined;
  const first = list?.[0];
  if (first === undefined) throw new Error(`No list in ${JSON.stringify(value)}`);
  return field(first, name);
}
