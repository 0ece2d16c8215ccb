/** Publishing from a build without a secret: its issuer says who it is, and the registry gives a token for that. */
import { readToken } from "../../library/hosts/index.ts";
import { failure } from "../../platform/index.ts";
import { REGISTRY_PATH } from "../../registry/contract/index.ts";
import { fetchJsonObject } from "../../registry/sources/index.ts";
import { isObject } from "../../skill/index.ts";
import type { LocalComputer } from "../machine/local-computer.ts";
import { requireEncryption, tokenFinder } from "../machine/logins.ts";
import { selectRegistry, type SourceInput, toSourceContext } from "./sources.ts";

/** The same computer with a token of the build that it runs, where it runs one and has no other. */
export async function asBuild(
  computer: LocalComputer,
  input: SourceInput & { readonly publisher?: string },
): Promise<LocalComputer> {
  const registry = selectRegistry(computer, input.registry);
  if (registry === undefined || hasToken(computer, input, registry)) return computer;
  if (!isBuild(computer)) return computer;
  const { timeoutMs, mirrors } = toSourceContext(computer, input);
  // Neither a token nor the cache: what is asked here is secret, and new each time.
  const options = {
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(mirrors === undefined ? {} : { mirrors }),
  };
  const ask: TokenRequest = (question) => {
    requireEncryption(new URL(question.url), input.plainText);
    return fetchJsonObject(question, options);
  };
  // Anybody may say of themselves that they trust a build, so the build says whom it publishes for.
  const { publisher } = input;
  if (publisher === undefined)
    throw failure("cli/usage", "A build names the publisher that it publishes for.", {
      hint: "Add `--publisher NAME`, with the publisher that trusts it.",
    });
  // Before anything is asked: whoever hears the answer publishes in the name of the build.
  requireEncryption(new URL(registry), input.plainText);
  const attested = await attest(computer, registry, ask);
  if (attested === undefined) return computer;
  const body = { token: attested, publisher };
  const answer = await ask({
    method: "POST",
    url: `${registry}${REGISTRY_PATH}/builds/token`,
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
  const token = answer?.["token"];
  if (typeof token !== "string") return computer;
  return { ...computer, environment: { ...computer.environment, SKILLWRIGHT_TOKEN: token } };
}

function hasToken(computer: LocalComputer, { tokenFile }: SourceInput, registry: string): boolean {
  const given = readToken({
    variable: "SKILLWRIGHT_TOKEN",
    environment: computer.environment,
    ...(tokenFile === undefined ? {} : { tokenFile }),
  });
  return (given ?? tokenFinder(computer)(new URL(registry))) !== undefined;
}

type TokenRequest = (
  question: Parameters<typeof fetchJsonObject>[0],
) => ReturnType<typeof fetchJsonObject>;

function isBuild({ environment }: LocalComputer): boolean {
  return ["SKILLWRIGHT_ID_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_URL"].some(
    (name) => (environment[name] ?? "") !== "",
  );
}

/** GitHub Actions is asked for a token; GitLab and others put one into the variable that the job names. */
async function attest(
  { environment }: LocalComputer,
  registry: string,
  ask: TokenRequest,
): Promise<string | undefined> {
  const given = environment["SKILLWRIGHT_ID_TOKEN"];
  if (given !== undefined && given !== "") {
    checkAudience(given, registry);
    return given;
  }
  const [place, secret] = [
    environment["ACTIONS_ID_TOKEN_REQUEST_URL"],
    environment["ACTIONS_ID_TOKEN_REQUEST_TOKEN"],
  ];
  if (place === undefined || secret === undefined || !URL.canParse(place)) return undefined;
  const url = new URL(place);
  url.searchParams.set("audience", registry);
  const headers = { authorization: `Bearer ${secret}` };
  const value = (await ask({ url, headers }))?.["value"];
  return typeof value === "string" ? value : undefined;
}

/** A token for another registry is good there: this one has no use for it but that. */
function checkAudience(token: string, registry: string): void {
  const named = readAudiences(token);
  const { origin } = new URL(registry);
  if (named.some((one) => URL.canParse(one) && new URL(one).origin === origin)) return;
  throw failure(
    "cli/usage",
    `\`SKILLWRIGHT_ID_TOKEN\` is not meant for \`${registry}\`, so it was not sent.`,
    {
      hint: `Let the build ask for a token with \`aud: ${registry}\`, or name the registry that it is for.`,
    },
  );
}

function readAudiences(token: string): readonly string[] {
  try {
    const text = Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8");
    const claims: unknown = JSON.parse(text);
    const given = isObject(claims) ? claims["aud"] : undefined;
    return [given].flat().filter((one) => typeof one === "string");
  } catch {
    return [];
  }
}
