/** Logins of this machine at servers. */
import { ApiError, createClient } from "../../client/index.ts";
import { canAsk, failure } from "../../platform/index.ts";
import { promptForSecret } from "../../platform/process/index.ts";
import { rootFor } from "../../registry/states/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import type { LocalComputer } from "../machine/local-computer.ts";
import { storeToken } from "../machine/logins.ts";
import { forgetMcpLogins } from "../machine/mcp-login.ts";
import { explainFailure, secureServerUrl, serverUrl } from "../machine/server.ts";
import { trustedKeys } from "../registry/trusted-keys.ts";
import { trustRoot } from "../registry/trusting.ts";

interface LoginInput {
  readonly url?: string;
  readonly email?: string;
  readonly days?: number;
  readonly scope: readonly string[];
  readonly code?: string;
  readonly withToken: boolean;
  readonly forget: boolean;
  readonly plainText: boolean;
}

export type LoginAnswer =
  | { readonly server: string; readonly forgotten: true }
  | {
      readonly server: string;
      readonly email: string;
      /** Where the token is kept. */
      readonly file: string;
      /** Of the root by which its registry signs, where it is trusted from now on. */
      readonly fingerprint?: string;
      /** Why its registry is not trusted. */
      readonly untrusted?: string;
    };

const FIRST_EMAIL = "admin@skillwright.local";
/** What commands of this program do; accounts are changed with a password alone. */
const SCOPES = [
  "skills:read",
  "skills:write",
  "skills:run",
  "knowledge:read",
  "knowledge:write",
  "workflows:read",
  "workflows:write",
  "workflows:run",
  "workflows:approve",
  "chat",
  "models",
  "registry:read",
  "registry:write",
] as const;

/** Asked for by name, since each of them lets a thief of the token do harm to others. */
const MORE_SCOPES = ["account", "users", "registry:keys", "registry:moderate"] as const;

function moreScopes(words: readonly string[]): readonly (typeof MORE_SCOPES)[number][] {
  return words.map((word) => {
    const scope = MORE_SCOPES.find((one) => one === word);
    if (scope !== undefined) return scope;
    throw failure("cli/usage", `\`--scope\` takes no \`${word}\`.`, {
      hint: `It takes ${MORE_SCOPES.join(", ")}.`,
    });
  });
}

/** Gets a token for this machine, and keeps it. */
export async function logIn(computer: LocalComputer, input: LoginInput): Promise<LoginAnswer> {
  const given = input.url ?? computer.environment["SKILLWRIGHT_SERVER"];
  if (input.forget) {
    const server = serverUrl(given);
    storeToken(computer, server, undefined);
    forgetMcpLogins(computer, new URL(server));
    return { server, forgotten: true };
  }
  const url = secureServerUrl(given, input.plainText);
  if (input.withToken) return await storeExistingToken(computer, url, input.plainText);
  const { email = FIRST_EMAIL, days = 90 } = input;
  const password = await readSecret(
    computer,
    "SKILLWRIGHT_PASSWORD",
    `Password of ${email} at ${url}: `,
  );
  try {
    const { token } = await open(url, { email, password, code: input.code });
    const made = await createClient({ url, token }).makeToken({
      body: { name: "skillwright login", scopes: [...SCOPES, ...moreScopes(input.scope)], days },
    });
    const file = storeToken(computer, url, made.token);
    return { server: url, email, file, ...(await trustRegistry(computer, url, input.plainText)) };
  } catch (error) {
    const hint = `Check the address and the password of ${email}; \`--email\` names another account.`;
    throw explainFailure(error, url, hint);
  }
}

/** Whoever logs in to a registry means to take skills from it: its root is trusted from then on, and shown. */
async function trustRegistry(
  computer: LocalComputer,
  url: string,
  plainText: boolean,
): Promise<{ readonly fingerprint?: string; readonly untrusted?: string }> {
  if (rootFor(trustedKeys(computer), url) !== undefined) return {};
  try {
    const { fingerprint } = await trustRoot(computer, url, plainText);
    return { fingerprint };
  } catch (error) {
    // A server without a registry is logged in to all the same.
    if (!SkillError.isInstance(error)) throw error;
    return { untrusted: error.message };
  }
}

/** Asks for the code where the server wants one, and a person can be asked. */
async function open(
  url: string,
  body: { readonly email: string; readonly password: string; readonly code: string | undefined },
): Promise<{ readonly token: string }> {
  const client = createClient({ url });
  try {
    return await client.login({ body });
  } catch (error) {
    const isAsked = error instanceof ApiError && error.status === 401 && error.field === "code";
    if (!isAsked || body.code !== undefined) throw error;
    if (!canAsk())
      throw failure("cli/usage", "The account asks for the code that its app shows.", {
        hint: "Pass it with `--code`.",
      });
    return await client.login({ body: { ...body, code: await promptForSecret("Code: ") } });
  }
}

/** A token that was made elsewhere, once the server has taken it. */
async function storeExistingToken(
  computer: LocalComputer,
  url: string,
  plainText: boolean,
): Promise<LoginAnswer> {
  const token = await readSecret(computer, "SKILLWRIGHT_TOKEN", `Personal token for ${url}: `);
  try {
    const { handle } = await createClient({ url, token }).registryWhoAmI();
    const file = storeToken(computer, url, token);
    return { server: url, email: handle, file, ...(await trustRegistry(computer, url, plainText)) };
  } catch (error) {
    throw explainFailure(error, url, "Make a token in the settings of the workbench, Tokens.");
  }
}

async function readSecret(
  { environment }: LocalComputer,
  variable: "SKILLWRIGHT_PASSWORD" | "SKILLWRIGHT_TOKEN",
  question: string,
): Promise<string> {
  const given = environment[variable];
  if (given !== undefined && given !== "") return given;
  if (canAsk()) return await promptForSecret(question);
  const what = variable === "SKILLWRIGHT_TOKEN" ? "token" : "password";
  throw failure("cli/usage", `No ${what} given, and there is no terminal to ask for it.`, {
    hint: `Set \`${variable}\`.`,
  });
}
