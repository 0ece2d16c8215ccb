import { createClient } from "../../client/index.ts";
import { canAsk, failure } from "../../platform/index.ts";
import { askForSecret } from "../../platform/process/index.ts";
import { type Context, FINE } from "../context.ts";
import { forgetMcpLogins } from "../../app/machine/mcp-login.ts";
import { asking, secureServerUrl, serverUrl } from "../remote/connection.ts";
import { keepToken } from "../../app/machine/logins.ts";
import { trustRoot } from "../../app/registry/trusting.ts";
import { trustedKeys } from "../../app/registry/trusted-keys.ts";
import { rootFor } from "../../registry/states/index.ts";
import { SkillError } from "../../skill/index.ts";

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

function moreScopes({ options }: Context): readonly (typeof MORE_SCOPES)[number][] {
  return options.texts("scope").map((word) => {
    const scope = MORE_SCOPES.find((one) => one === word);
    if (scope !== undefined) return scope;
    throw failure("cli/usage", `\`--scope\` takes no \`${word}\`.`, {
      hint: `It takes ${MORE_SCOPES.join(", ")}.`,
    });
  });
}

/** Gets a token for this machine, and keeps it. */
export async function run(context: Context): Promise<number> {
  const given = context.arguments[0] ?? context.environment["SKILLWRIGHT_SERVER"];
  if (context.options.flag("forget")) {
    const url = serverUrl(given);
    keepToken(context, url, undefined);
    forgetMcpLogins(context, new URL(url));
    context.err(`Forgot the token for ${url}.\n`);
    return FINE;
  }
  const url = secureServerUrl(given, context);
  const email = context.options.text("email") ?? FIRST_EMAIL;
  const password = await passwordOf(context, email, url);
  const work = async (): Promise<number> => {
    const { token } = await createClient({ url }).login({ body: { email, password } });
    const made = await createClient({ url, token }).makeToken({
      body: {
        name: "skillwright login",
        scopes: [...SCOPES, ...moreScopes(context)],
        days: context.options.number("days") ?? 90,
      },
    });
    const file = keepToken(context, url, made.token);
    context.err(`Logged in to ${url} as ${email}; the token is kept in ${file}.\n`);
    await trustRegistry(context, url);
    return FINE;
  };
  return await asking(
    context,
    work,
    `Check the address and the password of ${email}; \`--email\` names another account.`,
  );
}

/** Whoever logs in to a registry means to take skills from it: its root is trusted from then on, and shown. */
async function trustRegistry(context: Context, url: string): Promise<void> {
  if (rootFor(trustedKeys(context), url) !== undefined) return;
  try {
    const plainText = context.options.flag("plain-text");
    const root = await trustRoot(context, url, plainText);
    context.err(`Trusts what its registry states of skills; fingerprint ${root.fingerprint}\n`);
  } catch (error) {
    // A server without a registry is logged in to all the same.
    if (!SkillError.isInstance(error)) throw error;
    context.err(`Its registry is not trusted: ${error.message}\n`);
  }
}

async function passwordOf(context: Context, email: string, url: string): Promise<string> {
  const given = context.environment["SKILLWRIGHT_PASSWORD"];
  if (given !== undefined && given !== "") return given;
  if (canAsk()) return await askForSecret(`Password of ${email} at ${url}: `);
  throw failure("cli/usage", "No password given, and there is no terminal to ask for it.", {
    hint: "Set `SKILLWRIGHT_PASSWORD`.",
  });
}
