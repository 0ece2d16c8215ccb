/** The workbench in a real browser, on a server of the test's own. */
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";
import { HostInventory } from "../../../src/library/hosts/index.ts";
import { type Library, openLibrary } from "../../../src/library/session/index.ts";
import { createApi, loadApiRoutes } from "../../../src/serve/api/index.ts";
import { openDatabase } from "../../../src/hub/data/index.ts";
import { startServer } from "../../../src/serve/http/index.ts";
import { mountProtocols } from "../../../src/serve/registry/protocol-routes.ts";
import { createLibraryView } from "../../../src/hub/library/index.ts";
import { loadWebFiles } from "../../../src/serve/web/index.ts";
import { type ModelServer, startModelServer } from "../../support/model-server.ts";
import { needs } from "../../support/needs.ts";
import { createPlatform, type Platform, type PlatformOptions } from "../../support/platform.ts";
import { service } from "../../support/service.ts";
import { root } from "../../support/source.ts";
import { PASSWORD } from "../../support/users.ts";
import { keepKey } from "./keep-key.ts";

export interface VisitOptions {
  /** Who visits; an account is made for an address that is new. `null`: nobody is logged in. */
  readonly email?: string | null;
  readonly path?: string;
  /** By the name of this machine, and not its address: some of the browser works for names alone. */
  readonly byName?: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly colours?: "light" | "dark";
  /** Of the pictures that are taken, where it is not 1. */
  readonly scale?: number;
}

export interface Workbench {
  /** Where the server is. */
  readonly url: string;
  readonly platform: Platform;
  readonly models: ModelServer;
  /** Hosts that are connected to the server. */
  readonly hosts: HostInventory;
  /** Opens a page in a browser of its own, with nothing of other visits in it. */
  readonly visit: (options?: VisitOptions) => Promise<Page>;
  /** A token of an account, to prepare things through the API; the first account is the administrator's. */
  readonly token: (email: string) => Promise<string>;
  /** What browsers complained of so far: errors, broken rules of the page, requests to other hosts. */
  readonly complaints: string[];
}

export interface WorkbenchOptions {
  /** Folders that the server keeps evaluated, by the dialect of their system. */
  readonly roots?: { readonly [dialect: string]: string };
  /** Further parts of the platform; see test/support/platform.ts. */
  readonly platform?: Partial<PlatformOptions>;
  /** Who has the first account, which is the administrator's, and visits where nobody else is named. */
  readonly first?: string;
}

const FIRST = "first@example.com";

/**
 * Tests in a browser: `body` declares them, and reaches everything through the object that it is given, once a
 * test runs. Nothing may complain in any of them.
 */
export function describeWorkbench(
  name: string,
  body: (workbench: Workbench) => void,
  options: WorkbenchOptions = {},
): void {
  needs.browser().describe(name, (executablePath) => {
    const ground = new AgentContext(options);
    beforeAll(() => ground.open(executablePath), 120_000);
    afterEach(async () => {
      await ground.leave();
      expect(ground.complaints.splice(0)).toEqual([]);
    });
    afterAll(() => ground.close());
    // A browser on a busy machine needs the room; tests take their limit over where they are declared.
    vi.setConfig({ testTimeout: 90_000 });
    body(ground);
    vi.resetConfig();
  });
}

class AgentContext implements Workbench {
  readonly complaints: string[] = [];
  readonly hosts: HostInventory = new HostInventory();
  readonly #options: WorkbenchOptions;
  readonly #first: string;
  readonly #contexts: BrowserContext[] = [];
  readonly #closers: (() => Promise<void>)[] = [];
  readonly #tokens = new Map<string, string>();
  #browser: Browser | undefined;
  #url: string | undefined;
  #platform: Platform | undefined;
  #models: ModelServer | undefined;

  constructor(options: WorkbenchOptions) {
    this.#options = options;
    this.#first = options.first ?? FIRST;
  }

  get url(): string {
    return given(this.#url);
  }

  get platform(): Platform {
    return given(this.#platform);
  }

  get models(): ModelServer {
    return given(this.#models);
  }

  async open(executablePath: string): Promise<void> {
    await service("workbench");
    const models = await startModelServer();
    this.#models = models;
    this.#closers.push(() => models.close());
    const database = await openDatabase({ address: ":memory:" });
    this.#closers.push(() => database.close());
    const libraries = await this.#openLibraries();
    this.#platform = await createPlatform({
      database,
      modelUrl: models.url,
      ...this.#options.platform,
      more: {
        library: createLibraryView(libraries, this.hosts, { isLocal: true }),
        ...this.#options.platform?.more,
      },
    });
    const web = loadWebFiles(join(root, "dist/web"));
    const app = createApi(this.#platform.ports, await loadApiRoutes());
    const adapters = mountProtocols(app, {
      ...this.#platform.ports,
      fetchClient: () =>
        Promise.reject(new Error("No test asks for the description of a program.")),
    });
    this.#closers.push(adapters.close);
    const server = await startServer({
      token: "a-token-of-the-tests",
      version: "0.0.0",
      inventory: this.hosts,
      platform: app,
      ...(web === undefined ? {} : { web }),
    });
    this.#url = server.url;
    this.#closers.push(async () => {
      await server.close();
      this.hosts.close();
    });
    this.#browser = await chromium.connect(await service("browser", executablePath));
    await this.token(this.#first);
  }

  async #openLibraries(): Promise<readonly Library[]> {
    const libraries: Library[] = [];
    for (const [dialect, folder] of Object.entries(this.#options.roots ?? {})) {
      const library = await openLibrary({
        dialect,
        folder,
        home: folder,
        roots: [folder],
        settings: {},
        hosts: this.hosts,
      });
      libraries.push(library);
      this.#closers.push(() => library.close());
    }
    return libraries;
  }

  async token(email: string): Promise<string> {
    const known = this.#tokens.get(email);
    if (known !== undefined) return known;
    const token = await this.platform.join(email);
    this.#tokens.set(email, token);
    return token;
  }

  async visit(options: VisitOptions = {}): Promise<Page> {
    const {
      email = this.#first,
      path = "/",
      byName = false,
      width = 1280,
      height = 820,
      colours = "light",
      scale = 1,
    } = options;
    const context = await given(this.#browser).newContext({
      viewport: { width, height },
      colorScheme: colours,
      deviceScaleFactor: scale,
      reducedMotion: "reduce",
    });
    this.#contexts.push(context);
    // A page can wait for a worker that has jobs of other tests before its own.
    context.setDefaultTimeout(30_000);
    if (email !== null) await this.#logIn(context, email);
    const page = await context.newPage();
    const base = byName ? this.url.replace("127.0.0.1", "localhost") : this.url;
    this.#watch(page, base);
    await page.goto(`${base}${path}`);
    return page;
  }

  async #logIn(context: BrowserContext, email: string): Promise<void> {
    await this.token(email);
    const answer = await context.request.post(`${this.url}/api/v1/session`, {
      data: { email, password: PASSWORD },
      headers: { "x-skillwright-page": "1" },
    });
    expect(answer.status()).toBe(200);
    await keepKey(context, answer);
  }

  #watch(page: Page, base: string): void {
    page.on("pageerror", (error) => this.complaints.push(`error: ${error.message}`));
    page.on("console", (message) => {
      // The browser writes a line for every answer that is a refusal; pages show those themselves.
      const isRefusal = message.text().startsWith("Failed to load resource");
      if (message.type() === "error" && !isRefusal) this.complaints.push(message.text());
    });
    page.on("request", (request) => {
      const address = request.url();
      if (!address.startsWith(base) && !/^(?:data|blob):/u.test(address))
        this.complaints.push(`request to ${address}`);
    });
  }

  /** Closes what the last test opened. */
  async leave(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    for (const close of this.#closers.toReversed()) await close();
  }
}

function given<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("The workbench is not open yet: use it inside a test.");
  return value;
}
