/** The language server: documents in, findings and answers out. It runs nothing and writes no file. */
import type { Readable, Writable } from "node:stream";
import {
  type Connection,
  createConnection,
  DidChangeWatchedFilesNotification,
  type Diagnostic as LspDiagnostic,
  DocumentDiagnosticReportKind,
  type InitializeParams,
  type InitializeResult,
  MessageType,
  ProposedFeatures,
  ShowMessageNotification,
  StreamMessageWriter,
  TextDocuments,
  TextDocumentSyncKind,
  type WorkspaceEditClientCapabilities,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { openLinting } from "../../app/machine/lint/run.ts";
import { TOKEN_KINDS } from "../../check/editor/index.ts";
import { CONFIG_FILE } from "../../check/index.ts";
import { joinPath, parentOf, reasonOf } from "../../platform/index.ts";
import { type Checks, type CheckedDocument, createChecks } from "./checks.ts";
import {
  codeActions,
  codeLenses,
  completions,
  definition,
  describeReach,
  documentLinks,
  FIX_ALL,
  hover,
  inlayHints,
  semanticTokens,
  SHOW_REACH,
  symbols,
} from "./features.ts";
import { FrameReader } from "./frames.ts";
import {
  type EditForm,
  nameAt,
  nameDefinition,
  nameLocations,
  type NamePorts,
  renameSkill,
} from "./names.ts";
import { toDiagnostic, toForeignDiagnostic } from "./protocol.ts";
import { createWorkspace, uriFromPath, type Workspace } from "./workspace.ts";

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
  editForm: EditForm;
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
  const client: Client = { pulls: false, refreshes: false, watches: false, editForm: "changes" };
  const documents = new TextDocuments(TextDocument);
  const workspace = createWorkspace({
    openLinting: (folder) => openLinting({ ...options, folder }),
    ...(options.dialect === undefined ? {} : { dialect: options.dialect }),
    onBadConfig: (message) => show(connection, MessageType.Error, `${CONFIG_FILE}: ${message}`),
  });
  const publish = createPublisher(connection, workspace, () => checks);
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
  attachLife(connection, documents, { client, workspace, checks, options });
  documents.onDidChangeContent(({ document }) => checks.schedule(document));
  documents.onDidClose(({ document }) => {
    publish.clear(document);
    checks.forget(document.uri);
  });
  documents.listen(connection);
  const inDocument = <T>(uri: string, none: T, answer: (checked: CheckedDocument) => T): T => {
    const document = documents.get(uri);
    const checked = document === undefined ? undefined : checks.check(document);
    return checked === undefined ? none : answer(checked);
  };
  connection.languages.diagnostics.on(({ textDocument }) => {
    const document = documents.get(textDocument.uri);
    const items = document === undefined ? [] : publish.itemsOf(document);
    return { kind: DocumentDiagnosticReportKind.Full, items: [...items] };
  });
  connection.onCodeAction((params) =>
    inDocument(params.textDocument.uri, [], (checked) => [
      ...codeActions(checked, params, workspace),
    ]),
  );
  connection.onCompletion(({ textDocument, position }) =>
    inDocument(textDocument.uri, [], (checked) => [...completions(checked, position, workspace)]),
  );
  connection.onHover(({ textDocument, position }) =>
    inDocument(textDocument.uri, null, (checked) => hover(checked, position) ?? null),
  );
  const ports: NamePorts = { workspace, openDocument: (uri) => documents.get(uri) };
  connection.onDefinition(({ textDocument, position }) =>
    inDocument(
      textDocument.uri,
      null,
      (checked) => definition(checked, position) ?? [...nameDefinition(checked, position, ports)],
    ),
  );
  connection.onDocumentLinks(({ textDocument }) =>
    inDocument(textDocument.uri, [], (checked) => [...documentLinks(checked)]),
  );
  connection.onDocumentSymbol(({ textDocument }) =>
    inDocument(textDocument.uri, [], (checked) => [...symbols(checked)]),
  );
  connection.languages.semanticTokens.on(({ textDocument }) =>
    inDocument(textDocument.uri, { data: [] }, semanticTokens),
  );
  connection.languages.inlayHint.on(({ textDocument, range }) =>
    inDocument(textDocument.uri, [], (checked) => [...inlayHints(checked, range)]),
  );
  attachNames(connection, inDocument, { client, ports });
  attachReach(connection, inDocument);
  return checks;
}

type InDocument = <T>(uri: string, none: T, answer: (checked: CheckedDocument) => T) => T;

function attachNames(
  connection: Connection,
  inDocument: InDocument,
  { client, ports }: { readonly client: Client; readonly ports: NamePorts },
): void {
  connection.onReferences(({ textDocument, position, context }) =>
    inDocument(textDocument.uri, [], (checked) => [
      ...nameLocations(checked, position, { ...ports, includesOwn: context.includeDeclaration }),
    ]),
  );
  connection.onPrepareRename(({ textDocument, position }) =>
    inDocument(textDocument.uri, null, (checked) => nameAt(checked, position, ports) ?? null),
  );
  connection.onRenameRequest(({ textDocument, ...wanted }) =>
    inDocument(
      textDocument.uri,
      null,
      (checked) => renameSkill(checked, wanted, { ...ports, form: client.editForm }) ?? null,
    ),
  );
}

function attachReach(connection: Connection, inDocument: InDocument): void {
  connection.onCodeLens(async ({ textDocument }) => {
    // Its table is large, and many editors never ask.
    const { loadTokenCounter } = await import("../../run/tokens/index.ts");
    const countTokens = await loadTokenCounter();
    return inDocument(textDocument.uri, [], (checked) => [...codeLenses(checked, countTokens)]);
  });
  connection.onExecuteCommand(({ command, arguments: [uri] = [] }) => {
    if (command !== SHOW_REACH || typeof uri !== "string") return null;
    const text = inDocument(uri, undefined, describeReach);
    if (text !== undefined) show(connection, MessageType.Info, text);
    return text ?? null;
  });
}

/** As a notice: editors that show no messages would answer a request with an error. */
function show(connection: Connection, type: MessageType, message: string): void {
  void connection
    .sendNotification(ShowMessageNotification.type, { type, message })
    .catch(() => undefined);
}

/** An editor that went does not answer. */
function refresh(connection: Connection): void {
  void connection.languages.diagnostics.refresh().catch(() => undefined);
}

interface Life {
  readonly client: Client;
  readonly workspace: Workspace;
  readonly checks: Checks;
  readonly options: LanguageServerOptions;
}

/** From the first message to changes of folders and configuration. */
function attachLife(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  { client, workspace, checks, options }: Life,
): void {
  const recheck = (): void => {
    workspace.forget();
    checks.reset();
    for (const document of documents.all()) checks.schedule(document);
    if (client.refreshes) refresh(connection);
  };
  connection.onInitialize((params): InitializeResult => {
    const { textDocument, workspace: can } = params.capabilities;
    client.pulls = textDocument?.diagnostic !== undefined;
    client.refreshes = can?.diagnostics?.refreshSupport === true;
    client.watches = can?.didChangeWatchedFiles?.dynamicRegistration === true;
    client.editForm = editFormOf(can?.workspaceEdit);
    workspace.setFolders(foldersOf(params));
    return {
      capabilities: CAPABILITIES,
      serverInfo: { name: "skillwright", version: options.version },
    };
  });
  connection.onInitialized(() => {
    if (!client.watches) return;
    const watchers = [`**/${CONFIG_FILE}`, "**/SKILL.md"].map((globPattern) => ({ globPattern }));
    void connection.client
      .register(DidChangeWatchedFilesNotification.type, { watchers })
      .catch(() => undefined);
  });
  connection.onDidChangeWatchedFiles(recheck);
  documents.onDidSave(({ document }) => {
    if (document.uri.endsWith(`/${CONFIG_FILE}`)) recheck();
  });
}

function editFormOf(can: WorkspaceEditClientCapabilities | undefined): EditForm {
  if (can?.documentChanges !== true) return "changes";
  return can.resourceOperations?.includes("rename") === true ? "files" : "documents";
}

function foldersOf({ workspaceFolders, rootUri }: InitializeParams): readonly string[] {
  const folders = (workspaceFolders ?? []).map(({ uri }) => uri);
  // Deprecated, and all that older editors send.
  return folders.length > 0 || typeof rootUri !== "string" ? folders : [rootUri];
}

const CAPABILITIES: InitializeResult["capabilities"] = {
  textDocumentSync: {
    openClose: true,
    change: TextDocumentSyncKind.Incremental,
    save: { includeText: false },
  },
  codeActionProvider: { codeActionKinds: ["quickfix", FIX_ALL] },
  completionProvider: { triggerCharacters: [":", "(", "/"] },
  hoverProvider: true,
  definitionProvider: true,
  documentLinkProvider: {},
  documentSymbolProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  codeLensProvider: {},
  inlayHintProvider: true,
  semanticTokensProvider: {
    legend: { tokenTypes: [...TOKEN_KINDS], tokenModifiers: [] },
    full: true,
  },
  executeCommandProvider: { commands: [SHOW_REACH] },
  diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false },
};

interface Publisher {
  readonly itemsOf: (document: TextDocument) => readonly LspDiagnostic[];
  readonly document: (document: TextDocument) => void;
  /** Findings in the other files of the skill, which may not be open. */
  readonly neighbours: (document: TextDocument) => void;
  readonly clear: (document: TextDocument) => void;
}

function createPublisher(
  connection: Connection,
  workspace: Workspace,
  checksOf: () => Checks,
): Publisher {
  /** Files that were published beside a document, so that findings go when they are fixed. */
  const published = new Map<string, readonly string[]>();
  const send = (uri: string, diagnostics: readonly LspDiagnostic[]): void => {
    void connection.sendDiagnostics({ uri, diagnostics: [...diagnostics] }).catch(() => undefined);
  };
  const itemsOf = (document: TextDocument): readonly LspDiagnostic[] => {
    const checks = checksOf();
    const checked = checks.check(document);
    if (checked === undefined) return [];
    const { file, diagnostics } = checked;
    const scanned = checks.findingsOf(document.uri).get(file.shown) ?? [];
    return [...diagnostics, ...scanned].map((item) =>
      toDiagnostic(document, item, (shown) => pathOf(file, shown)),
    );
  };
  return {
    itemsOf,
    document: (document) => send(document.uri, itemsOf(document)),
    neighbours: (document) => {
      const file = workspace.find(document.uri, document.languageId);
      const findings = [...checksOf().findingsOf(document.uri)];
      const others = new Map(
        findings.flatMap(([shown, items]) => {
          const path = file === undefined ? undefined : pathOf(file, shown);
          if (path === undefined || shown === file?.shown) return [];
          return [[uriFromPath(path), items.map(toForeignDiagnostic)] as const];
        }),
      );
      for (const uri of published.get(document.uri) ?? []) if (!others.has(uri)) send(uri, []);
      for (const [uri, items] of others) send(uri, items);
      published.set(document.uri, [...others.keys()]);
    },
    clear: (document) => {
      send(document.uri, []);
      for (const uri of published.get(document.uri) ?? []) send(uri, []);
      published.delete(document.uri);
    },
  };
}

/** The path on the disk of a file that findings name, which is counted from the folder of the skill's. */
function pathOf(
  { path, shown }: { path: string; shown: string },
  other: string,
): string | undefined {
  if (path === "") return undefined;
  const depth = shown.split("/").length;
  let home = path;
  for (let step = 0; step < depth; step++) home = parentOf(home);
  return joinPath(home, other);
}
