/** The language server as an editor has it: a process, and the protocol over its standard streams. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import {
  type ClientCapabilities,
  createProtocolConnection,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from "vscode-languageserver/node";
import { compiledOnce } from "./compiled.ts";
import { root } from "./source.ts";
import { startBeside, type Started } from "./starter.ts";
import { until } from "./wait.ts";

export function startLanguageServer(folder: string, words: readonly string[] = []): Started {
  const child = startBeside(process.execPath, [join(root, "dist/cli/main.js"), "lsp", ...words], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      ...compiledOnce(),
      HOME: join(folder, ".home"),
      SKILLWRIGHT_CACHE_DIR: join(folder, ".cache-of-test"),
    },
  });
  child.stdin.on("error", () => undefined);
  onTestFinished(() => child.kill("SIGKILL"));
  return child;
}

export interface Editor {
  readonly connection: ProtocolConnection;
  readonly server: InitializeResult;
  readonly uriOf: (path: string) => string;
  /** What was published last for a file; undefined before anything was. */
  readonly published: (path: string) => readonly Diagnostic[] | undefined;
  readonly open: (path: string, text: string, languageId?: string) => Promise<void>;
  readonly change: (
    path: string,
    version: number,
    ...changes: readonly TextDocumentContentChangeEvent[]
  ) => Promise<void>;
  readonly save: (path: string) => Promise<void>;
  /** Waits until the codes that are published for a file are such. */
  readonly codes: (
    path: string,
    what: string,
    holds: (codes: readonly unknown[]) => boolean,
  ) => Promise<readonly Diagnostic[]>;
  /** Ends as the protocol asks; gives the exit code. */
  readonly quit: () => Promise<number | null>;
}

interface EditorOptions {
  readonly words?: readonly string[];
  readonly capabilities?: ClientCapabilities;
}

export async function openEditor(
  folder: string,
  { words = [], capabilities = {} }: EditorOptions = {},
): Promise<Editor> {
  const child = startLanguageServer(folder, words);
  const exited = new Promise<number | null>((resolve) => {
    child.on("exit", resolve);
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const known = new Map<string, readonly Diagnostic[]>();
  connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
    known.set(uri, diagnostics);
  });
  connection.listen();
  onTestFinished(() => connection.dispose());
  const uriOf = (path: string): string => pathToFileURL(join(folder, path)).href;
  const server = await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    capabilities,
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: "test" }],
  });
  await connection.sendNotification(InitializedNotification.type, {});
  return {
    connection,
    server,
    uriOf,
    published: (path) => known.get(uriOf(path)),
    open: async (path, text, languageId = "skill") => {
      const textDocument = { uri: uriOf(path), languageId, version: 1, text };
      await connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
    },
    change: async (path, version, ...contentChanges) => {
      const textDocument = { uri: uriOf(path), version };
      await connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument,
        contentChanges: [...contentChanges],
      });
    },
    save: async (path) => {
      const textDocument = { uri: uriOf(path) };
      await connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument });
    },
    codes: async (path, what, holds) => {
      const find = (): readonly Diagnostic[] | undefined => known.get(uriOf(path));
      await until(what, () => {
        const found = find();
        return found !== undefined && holds(found.map(({ code }) => code));
      });
      return find() ?? [];
    },
    quit: async () => {
      await connection.sendRequest(ShutdownRequest.type);
      await connection.sendNotification(ExitNotification.type);
      return await exited;
    },
  };
}
