/** The language server of the page: the service of `skillwright lsp`, for texts that are in an editor alone. */
import type {
  DidChangeConfigurationParams,
  DidChangeTextDocumentParams,
  DidCloseTextDocumentParams,
  DidOpenTextDocumentParams,
  InitializeParams,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import {
  createLanguageService,
  EditorRefusal,
  type LanguageService,
  type ListedSkill,
  type OpenSkill,
} from "../../../src/check/editor/index.ts";
import {
  createLinter,
  type FileResult,
  fixText,
  type LintInput,
} from "../../../src/check/index.ts";
import { findInLists } from "../../../src/library/prompt/index.ts";
import { chooseDialect, findDialect } from "../../../src/skill/index.ts";
import { loadCounter } from "./list.ts";

/** What the page knows of a document beside its text. */
export interface DocumentSettings {
  /** Takes it for one of this dialect; otherwise the file tells. */
  readonly dialect: string;
  /** The format whose fields are offered in a plain skill, which every system takes. */
  readonly hosted: string;
  /** Files beside it, where they are known. */
  readonly files?: readonly string[];
}

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: unknown;
}

const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;

/** The documents that are open, with what the rules say of each. */
interface Documents {
  readonly texts: Map<string, TextDocument>;
  readonly settings: Map<string, DocumentSettings>;
  readonly checked: Map<string, { readonly version: number; readonly skill: OpenSkill }>;
}

/** Takes messages, and sends answers and findings. */
export function createLanguageServer(
  send: (message: string) => void,
): (message: string) => Promise<void> {
  const documents: Documents = { texts: new Map(), settings: new Map(), checked: new Map() };
  const write = (message: object): void => send(JSON.stringify({ jsonrpc: "2.0", ...message }));
  const service = createService(documents);
  const notices = createNotices(documents, (uri) => {
    const skill = findSkill(documents, uri);
    if (skill === undefined) return;
    const { version } = skill.document;
    const params = { uri, version, diagnostics: service.diagnose(skill) };
    write({ method: "textDocument/publishDiagnostics", params });
  });
  const requests: Handlers = {
    ...service.requests,
    initialize: (params: InitializeParams) => {
      service.initialize(params);
      return { capabilities: service.capabilities };
    },
  };
  return async (text) => {
    const { id, method, params } = JSON.parse(text) as Message;
    if (id === undefined) {
      notices[method]?.(params as never);
      return;
    }
    const work = requests[method];
    if (work === undefined) {
      write({ id, error: { code: METHOD_NOT_FOUND, message: `No method ${method}.` } });
      return;
    }
    try {
      write({ id, result: (await work(params as never)) ?? null });
    } catch (error) {
      const code = error instanceof EditorRefusal ? INVALID_PARAMS : INTERNAL_ERROR;
      const message = error instanceof Error ? error.message : String(error);
      write({ id, error: { code, message } });
    }
  };
}

interface Handlers {
  readonly [method: string]: (params: never) => unknown;
}

function createNotices(
  { texts, settings, checked }: Documents,
  publish: (uri: string) => void,
): Handlers {
  return {
    "textDocument/didOpen": ({ textDocument }: DidOpenTextDocumentParams) => {
      const { uri, languageId, version, text } = textDocument;
      texts.set(uri, TextDocument.create(uri, languageId, version, text));
      checked.delete(uri);
      publish(uri);
    },
    "textDocument/didChange": ({ textDocument, contentChanges }: DidChangeTextDocumentParams) => {
      const { uri, version } = textDocument;
      const document = texts.get(uri);
      if (document === undefined) return;
      texts.set(uri, TextDocument.update(document, contentChanges, version));
      publish(uri);
    },
    "textDocument/didClose": ({ textDocument: { uri } }: DidCloseTextDocumentParams) => {
      texts.delete(uri);
      checked.delete(uri);
    },
    "workspace/didChangeConfiguration": ({ settings: own }: DidChangeConfigurationParams) => {
      // Sent by the page of the same build.
      for (const [uri, value] of Object.entries(own as Record<string, DocumentSettings>)) {
        settings.set(uri, value);
        checked.delete(uri);
        publish(uri);
      }
    },
  };
}

function createService(documents: Documents): LanguageService<OpenSkill> {
  const { settings } = documents;
  return createLanguageService<OpenSkill>({
    find: (uri) => findSkill(documents, uri),
    extra: () => [],
    fixAll: ({ document: { uri }, document }) =>
      fixText(inputOf(settings.get(uri), uri, document.getText()), optionsOf(settings.get(uri)))
        .text,
    detect: ({ document: { uri } }, text) => lint(documents, uri, text).dialect,
    fieldsFrom: (dialect, { document }) => {
      const { dialect: chosen, hosted } = settings.get(document.uri) ?? {};
      const isPlain = findDialect(dialect)?.isOpenSpecification === true;
      return chosen === "" && isPlain && hosted !== undefined ? hosted : dialect;
    },
    entries: ({ document }, folder) => entriesIn(settings.get(document.uri)?.files ?? [], folder),
    resolve: ({ document: { uri } }, path) =>
      settings.get(uri)?.files?.includes(path) === true
        ? new URL(encodeURI(path), uri).href
        : undefined,
    toUri: () => undefined,
    library: ({ document }) => [{ document, isOpen: true }],
    whyNotRenamed: () => "A skill of the workbench is renamed in its menu.",
    loadTokenCounter: loadCounter,
    benchmarks: () => [],
    listed: ({ document }) => listOne(lint(documents, document.uri, document.getText())),
    showMessage: () => undefined,
    // The page converts on a page of its own, which shows what is lost.
    choose: async () => await Promise.resolve(undefined),
    applyEdit: async () => await Promise.resolve(),
  });
}

function listOne({ path, name, description }: FileResult): ListedSkill {
  if (name === undefined || description === undefined) return { total: 0, lists: [] };
  return { total: 1, lists: findInLists([{ name, description, location: path, path }], path) };
}

/** Lints the present text, once for each version. */
function findSkill(documents: Documents, uri: string): OpenSkill | undefined {
  const document = documents.texts.get(uri);
  if (document === undefined) return undefined;
  const { version } = document;
  const known = documents.checked.get(uri);
  if (known?.version === version) return known.skill;
  const { path: shown, dialect, diagnostics } = lint(documents, uri, document.getText());
  const skill = { document, shown, dialect, diagnostics };
  documents.checked.set(uri, { version, skill });
  return skill;
}

function lint({ settings }: Documents, uri: string, text: string): FileResult {
  const own = settings.get(uri);
  return createLinter(optionsOf(own)).lintFile(inputOf(own, uri, text));
}

function optionsOf(settings: DocumentSettings | undefined): { readonly dialect?: string } {
  const dialect = settings?.dialect ?? "";
  // What the page cannot know as a format is detected.
  return findDialect(dialect) === undefined ? {} : { dialect: chooseDialect(dialect).id };
}

function inputOf(settings: DocumentSettings | undefined, uri: string, text: string): LintInput {
  const path = decodeURIComponent(new URL(uri).pathname.slice(1));
  if (settings?.files === undefined) return { path, text };
  const known = new Set(settings.files);
  return { path, text, files: { has: (beside) => known.has(beside) } };
}

/** The files and folders of one level, of paths that are counted from the folder of the skill. */
function entriesIn(
  files: readonly string[],
  folder: string,
): readonly { readonly name: string; readonly isFolder: boolean }[] {
  const rests = files
    .filter((path) => path.startsWith(folder))
    .map((path) => path.slice(folder.length));
  const folders = new Set(
    rests.filter((path) => path.includes("/")).map((path) => path.split("/")[0] ?? ""),
  );
  const names = rests.filter((path) => path !== "" && !path.includes("/"));
  return [
    ...[...folders].map((name) => ({ name, isFolder: true })),
    ...names.map((name) => ({ name, isFolder: false })),
  ];
}
