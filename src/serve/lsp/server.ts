/** The language server: documents in, findings and answers out. It runs nothing and writes no file. */
import type { Readable, Writable } from "node:stream";
import {
  type Connection,
  createConnection,
  DidChangeWatchedFilesNotification,
  ErrorCodes,
  type InitializeParams,
  type InitializeResult,
  MessageType,
  ProposedFeatures,
  ResponseError,
  ShowMessageNotification,
  StreamMessageWriter,
  TextDocuments,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { CONFIG_FILE, openLinting } from "../../app/machine/lint/run.ts";
import { loadTokenCounter } from "../../app/machine/token-counter.ts";
import {
  createLanguageService,
  EditorRefusal,
  type LanguageService,
} from "../../check/editor/index.ts";
import { reasonOf } from "../../platform/index.ts";
import { type Checks, type CheckedDocument, createChecks } from "./checks.ts";
import { createFilePorts, docsPage } from "./files.ts";
import { FrameReader } from "./frames.ts";
import { createLibraryChecks, type LibraryChecks } from "./library.ts";
import { createPublisher } from "./publish.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";

export interface LanguageServerOptions extends Omit<Parameters<typeof openLinting>[0], "folder"> {
  readonly input: Readable;
  readonly output: Writable;
  /** Where trouble is told that no editor shows. */
  readonly err: (text: string) => void;
  /** Takes every file for one of this format. Default: detected for each. */
  readonly dialect?: string;
  readonly isScanning: boolean;
}

/** What the editor can do, once it has said so. */
interface Client {
  pulls: boolean;
  refreshes: boolean;
  watches: boolean;
}

/** Serves one editor until it goes; the exit code says whether it went as the protocol asks. */
export async function serveEditor(options: LanguageServerOptions): Promise<number> {
  const { input, output, err } = options;
  const writer = new StreamMessageWriter(output);
  const reader = new FrameReader(input, {
    onMalformed: (message) => {
      // The type has no place for an answer to a message without an id; the specification of JSON-RPC has.
      const answer = { jsonrpc: "2.0", id: null, error: { code: -32_700, message } };
      void writer.write(answer).catch(() => undefined);
    },
  });
  const connection = createConnection(ProposedFeatures.all, reader, writer);
  let isShutDown = false;
  connection.onShutdown(() => {
    isShutDown = true;
  });
  const fail = (error: unknown): void => err(`skillwright: ${reasonOf(error)}\n`);
  const ended = new Promise<void>((resolve) => {
    reader.onClose(() => resolve());
    reader.onError((error) => err(`skillwright: ${error.message}\n`));
  });
  const checks = attach(connection, options, fail);
  connection.listen();
  await ended;
  checks.close();
  connection.dispose();
  // An input that is still open would keep the process alive.
  input.destroy();
  return isShutDown ? 0 : 1;
}

function attach(
  connection: Connection,
  options: LanguageServerOptions,
  onFailure: (error: unknown) => void,
): Checks {
  const client: Client = { pulls: false, refreshes: false, watches: false };
  const documents = new TextDocuments(TextDocument);
  const workspace = createWorkspace({
    openLinting: (folder) => openLinting({ ...options, folder }),
    ...(options.dialect === undefined ? {} : { dialect: options.dialect }),
    onBadConfig: (message) => show(connection, MessageType.Error, `${CONFIG_FILE}: ${message}`),
  });
  const service = createLanguageService<CheckedDocument>({
    ...createFilePorts(workspace, (uri) => documents.get(uri)),
    find: (uri) => {
      const document = documents.get(uri);
      return document === undefined ? undefined : checks.check(document);
    },
    extra: ({ document, file }) => [
      ...(checks.findingsOf(document.uri).get(file.shown) ?? []),
      ...library.findingsOf(document.uri),
    ],
    fieldsFrom: (dialect) => dialect,
    pageOf: docsPage,
    loadTokenCounter,
    listed: ({ file, document }) => library.listed(file, document.getText()),
    showMessage: (text) => show(connection, MessageType.Info, text),
    choose: async (message, titles) => await choose(connection, message, titles),
    applyEdit: async (edit) => {
      await connection.workspace.applyEdit(edit);
    },
  });
  const publish = createPublisher(connection, workspace, service, () => checks);
  const checks = createChecks({
    workspace,
    linting: openLinting({ ...options, folder: "" }),
    isScanning: options.isScanning,
    onLinted: (document) => (client.pulls ? undefined : publish.document(document)),
    onScanned: (document) => {
      publish.neighbours(document);
      if (!client.pulls) publish.document(document);
      else if (client.refreshes) refresh(connection);
    },
    onFailure,
  });
  const library = createLibraryChecks({
    workspace,
    openDocument: (uri) => documents.get(uri),
    onFailure,
    onChecked: (uris) => {
      if (client.pulls && client.refreshes) refresh(connection);
      for (const uri of client.pulls ? [] : uris) {
        const document = documents.get(uri);
        if (document === undefined) publish.send(uri, library.reportOf(uri));
        else publish.document(document);
      }
    },
  });
  attachLife(connection, documents, { client, workspace, checks, library, service, options });
  documents.onDidChangeContent(({ document }) => checks.schedule(document));
  documents.onDidClose(({ document }) => {
    publish.clear(document);
    checks.forget(document.uri);
    if (!client.pulls) publish.send(document.uri, library.reportOf(document.uri));
  });
  documents.listen(connection);
  attachRequests(connection, service.requests);
  connection.onRequest("workspace/diagnostic", async () => {
    await library.settled();
    return {
      items: library.uris().map((uri) => {
        const document = documents.get(uri);
        const checked = document === undefined ? undefined : checks.check(document);
        const items = checked === undefined ? library.reportOf(uri) : service.diagnose(checked);
        return { kind: "full", uri, version: document?.version ?? null, items };
      }),
    };
  });
  return checks;
}

/** What cannot be done is answered in words that an editor shows as they are. */
function attachRequests(connection: Connection, requests: LanguageService["requests"]): void {
  for (const [method, answer] of Object.entries(requests))
    connection.onRequest(method, async (params: never) => {
      try {
        return await answer(params);
      } catch (error) {
        if (!(error instanceof EditorRefusal)) throw error;
        throw new ResponseError(ErrorCodes.InvalidParams, error.message);
      }
    });
}

/** As a notice: editors that show no messages would answer a request with an error. */
function show(connection: Connection, type: MessageType, message: string): void {
  void connection
    .sendNotification(ShowMessageNotification.type, { type, message })
    .catch(() => undefined);
}

/** Undefined where nothing was chosen, or the editor cannot ask. */
async function choose(
  connection: Connection,
  message: string,
  titles: readonly string[],
): Promise<string | undefined> {
  const actions = titles.map((title) => ({ title }));
  try {
    return (await connection.window.showInformationMessage(message, ...actions))?.title;
  } catch {
    return undefined;
  }
}

/** An editor that went does not answer. */
function refresh(connection: Connection): void {
  void connection.languages.diagnostics.refresh().catch(() => undefined);
}

interface Life {
  readonly client: Client;
  readonly workspace: Workspace;
  readonly checks: Checks;
  readonly library: LibraryChecks;
  readonly service: LanguageService;
  readonly options: LanguageServerOptions;
}

/** From the first message to changes of folders and configuration. */
function attachLife(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  { client, workspace, checks, library, service, options }: Life,
): void {
  const recheck = (): void => {
    workspace.forget();
    checks.reset();
    for (const document of documents.all()) checks.schedule(document);
    library.schedule();
    if (client.refreshes) refresh(connection);
  };
  connection.onInitialize((params): InitializeResult => {
    const { textDocument, workspace: can } = params.capabilities;
    client.pulls = textDocument?.diagnostic !== undefined;
    client.refreshes = can?.diagnostics?.refreshSupport === true;
    client.watches = can?.didChangeWatchedFiles?.dynamicRegistration === true;
    service.initialize(params);
    workspace.setFolders(readFolders(params));
    return {
      capabilities: {
        ...service.capabilities,
        diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: true },
      },
      serverInfo: { name: "skillwright", version: options.version },
    };
  });
  connection.onInitialized(() => {
    library.schedule();
    if (!client.watches) return;
    const watchers = [`**/${CONFIG_FILE}`, "**/SKILL.md"].map((globPattern) => ({ globPattern }));
    void connection.client
      .register(DidChangeWatchedFilesNotification.type, { watchers })
      .catch(() => undefined);
  });
  connection.onDidChangeWatchedFiles(recheck);
  documents.onDidSave(({ document }) => {
    if (document.uri.endsWith(`/${CONFIG_FILE}`)) recheck();
    else library.schedule();
  });
}

function readFolders({ workspaceFolders, rootUri }: InitializeParams): readonly string[] {
  const folders = (workspaceFolders ?? []).map(({ uri }) => uri);
  // Deprecated, and all that older editors send.
  return folders.length > 0 || typeof rootUri !== "string" ? folders : [rootUri];
}
