/** The page on which a person logs a program in to the registry over MCP, in a real browser, for the client of the SDK. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { chromium, type Page } from "playwright-core";
import { expect, it, onTestFinished } from "vitest";
import { needs } from "../support/needs.ts";
import { openRegistry, type RegistryServer, versionedText } from "../support/registry-server.ts";
import { service } from "../support/service.ts";
import { PASSWORD } from "../support/users.ts";

const CALLBACK = "http://127.0.0.1:9/callback";

/** As a program of others would keep it. */
class Foreign implements OAuthClientProvider {
  page: URL | undefined;
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #verifier = "";

  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = {
    client_name: "<i>Foreign program (claude.ai)",
    redirect_uris: [CALLBACK],
  };
  clientInformation = (): StoredOAuthClientInformation | undefined => this.#client;
  saveClientInformation = (client: StoredOAuthClientInformation): void => {
    this.#client = client;
  };
  tokens = (): StoredOAuthTokens | undefined => this.#tokens;
  saveTokens = (tokens: StoredOAuthTokens): void => {
    this.#tokens = tokens;
  };
  redirectToAuthorization = (page: URL): void => {
    this.page = page;
  };
  saveCodeVerifier = (verifier: string): void => {
    this.#verifier = verifier;
  };
  codeVerifier = (): string => this.#verifier;
}

async function connect(
  url: URL,
  provider: Foreign,
): Promise<Client | StreamableHTTPClientTransport> {
  const transport = new StreamableHTTPClientTransport(url, { authProvider: provider });
  const client = new Client({ name: "foreign", version: "1" });
  try {
    await client.connect(transport);
    onTestFinished(() => client.close());
    return client;
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
    return transport;
  }
}

async function publishPrivately(registry: RegistryServer, token: string): Promise<void> {
  const text = versionedText("letters-of-ann", "1.0.0");
  const files = [{ path: "SKILL.md", base64: Buffer.from(text).toString("base64") }];
  const json = { files, visibility: "private" };
  const made = await registry.send("POST", "/registry/api/v1/skills", { token, json });
  expect(made.status, await made.text()).toBe(201);
}

/** Says yes or no on the page; the answer is where the browser goes on to. */
async function decide(page: Page, address: URL, button: "Allow" | "Refuse"): Promise<URL> {
  await page.goto(address.href);
  await page.getByLabel("Your email address").fill("ann@example.org");
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Allow this program?" }).waitFor();
  const shown = await page.locator("dl").innerText();
  for (const part of [
    // What the program claims to be is apart from what was checked.
    "Foreign program (claude.ai)\nDescribed at\nNowhere that could be checked",
    "<i>",
    "127.0.0.1:9",
    "Install from the registry",
  ])
    expect(shown).toContain(part);
  const folder = process.env["SKILLWRIGHT_PICTURES"];
  if (folder !== undefined)
    writeFileSync(join(folder, "authorize.png"), await page.screenshot({ fullPage: true }));
  const left = page.waitForRequest((request) => request.url().startsWith(CALLBACK));
  await page.getByRole("button", { name: button }).click();
  return new URL((await left).url());
}

needs.browser().describe("the page that logs programs in", (executablePath) => {
  it("[BX-06] [BX-14] lets the client of the SDK in after a yes, and not after a no", async () => {
    const registry = await openRegistry();
    onTestFinished(() => registry.close());
    await publishPrivately(registry, await registry.join("ann@example.org"));
    const browser = await chromium.connect(await service("browser", executablePath));
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.route(`${CALLBACK}**`, (route) => route.fulfill({ body: "Back in the program." }));
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    const url = new URL(`${registry.url}/registry/mcp/login`);
    const provider = new Foreign();
    const transport = await connect(url, provider);
    if (provider.page === undefined || !(transport instanceof StreamableHTTPClientTransport))
      throw new Error("The client was not sent to the page.");
    const refused = await decide(page, provider.page, "Refuse");
    expect(refused.searchParams.get("error")).toBe("access_denied");
    const back = await decide(page, provider.page, "Allow");
    await transport.finishAuth(back.searchParams);
    const client = await connect(url, provider);
    if (!(client instanceof Client)) throw new Error("The token was refused.");
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain("skill://letters-of-ann/SKILL.md");
    expect(problems).toEqual([]);
  });
});
