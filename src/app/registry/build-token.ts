/** Publishing from a build without a secret: its issuer says who it is, and the registry gives a token for that. */
import { readToken } from "../../library/hosts/index.ts";
import { REGISTRY_PATH } from "../../registry/contract/index.ts";
import { askForObject } from "../../registry/sources/index.ts";
import type { LocalComputer } from "../machine/local-computer.ts";
import { tokenFinder } from "../machine/logins.ts";
import { registryOf, type SourceInput } from "./sources.ts";

/** The same computer with a token of the build that it runs, where it runs one and has no other. */
export async function asBuild(
  computer: LocalComputer,
  input: SourceInput & { readonly publisher?: string },
): Promise<LocalComputer> {
  const registry = registryOf(computer, input.registry);
  if (registry === undefined || hasToken(computer, input, registry)) return computer;
  const attested = await attest(computer, registry);
  if (attested === undefined) return computer;
  const { publisher } = input;
  const body = { token: attested, ...(publisher === undefined ? {} : { publisher }) };
  const answer = await askForObject({
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

/** GitHub Actions is asked for a token; GitLab and others put one into the variable that the job names. */
async function attest(
  { environment }: LocalComputer,
  registry: string,
): Promise<string | undefined> {
  const given = environment["SKILLWRIGHT_ID_TOKEN"];
  if (given !== undefined && given !== "") return given;
  const [place, secret] = [
    environment["ACTIONS_ID_TOKEN_REQUEST_URL"],
    environment["ACTIONS_ID_TOKEN_REQUEST_TOKEN"],
  ];
  if (place === undefined || secret === undefined || !URL.canParse(place)) return undefined;
  const url = new URL(place);
  url.searchParams.set("audience", registry);
  const headers = { authorization: `Bearer ${secret}` };
  const value = (await askForObject({ url, headers }))?.["value"];
  return typeof value === "string" ? value : undefined;
}
