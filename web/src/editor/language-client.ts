/** An editor beside the language server of the page: what is written goes there, and what it says is shown. */
import {
  hoverTooltips,
  LSPClient,
  LSPPlugin,
  serverCompletion,
  type Transport,
} from "@codemirror/lsp-client";
import { setDiagnostics } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { EditorView, keymap, ViewPlugin } from "@codemirror/view";
import type { Location, PublishDiagnosticsParams } from "vscode-languageserver/node";
import { createSanitizer } from "../components/render-markdown.ts";
import type { DocumentSettings } from "../engine/language-server.ts";
import { toMarks } from "./marks.ts";
import { showBulbs } from "./quick-fix.ts";
import { serverMarks, showServerMarks } from "./server-marks.ts";

/** Until a letter is sent: typing a word is one change. */
const PAUSE_MS = 120;
/** The thread of the engine may take as long to load as the network does. */
const TIMEOUT_MS = 600_000;

export interface LanguageClient {
  /** Opens a file at the server while an editor has this extension. */
  readonly editor: (uri: string) => Extension;
  /** Who opens the files that a text names. */
  readonly leadTo: (uri: string, open: (uri: string) => void) => void;
  readonly configure: (uri: string, settings: DocumentSettings) => void;
}

const clients = new WeakMap<Transport, LanguageClient>();

/** One for each server. */
export function languageClient(transport: Transport): LanguageClient {
  const known = clients.get(transport) ?? createLanguageClient(transport);
  clients.set(transport, known);
  return known;
}

function createLanguageClient(transport: Transport): LanguageClient {
  const client = new LSPClient({
    timeout: TIMEOUT_MS,
    sanitizeHTML: createSanitizer(),
    extensions: [serverCompletion({ override: true, validFor: /^[\w-]*$/u }), hoverTooltips()],
    notificationHandlers: { "textDocument/publishDiagnostics": showFindings },
  });
  client.connect(transport);
  const openers = new Map<string, (uri: string) => void>();
  return {
    editor: (uri) => [
      client.plugin(uri, "skill"),
      serverMarks,
      sendChanges,
      leadOn((target) => openers.get(uri)?.(target)),
    ],
    leadTo: (uri, open) => void openers.set(uri, open),
    configure: (uri, settings) =>
      client.notification("workspace/didChangeConfiguration", { settings: { [uri]: settings } }),
  };
}

const sendChanges = ViewPlugin.define((view) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    update: ({ docChanged }) => {
      if (!docChanged) return;
      clearTimeout(timer);
      timer = setTimeout(() => LSPPlugin.get(view)?.client.sync(), PAUSE_MS);
    },
    destroy: () => clearTimeout(timer),
  };
});

/** Findings of a text that has changed since are followed by those of the new one. */
function showFindings(client: LSPClient, params: PublishDiagnosticsParams): boolean {
  const file = client.workspace.getFile(params.uri);
  const view = file?.getView() ?? null;
  if (view === null || params.version !== file?.version) return true;
  const plugin = LSPPlugin.get(view);
  if (plugin === null || !plugin.unsyncedChanges.empty) return true;
  view.dispatch(setDiagnostics(view.state, toMarks(view.state, params.diagnostics)));
  showBulbs(view, params.diagnostics);
  void showServerMarks(view, plugin);
  return true;
}

/** F12, or a click with the modifier key: to the file that the text names. */
function leadOn(open: (uri: string) => void): Extension {
  const lead = (view: EditorView, position: number): boolean => {
    const plugin = LSPPlugin.get(view);
    if (plugin === null) return false;
    plugin.client.sync();
    const params = {
      textDocument: { uri: plugin.uri },
      position: plugin.toPosition(position),
    };
    void follow(plugin, params, open);
    return true;
  };
  return [
    keymap.of([{ key: "F12", run: (view) => lead(view, view.state.selection.main.head) }]),
    EditorView.domEventHandlers({
      click: (event, view) => {
        if (!event.ctrlKey && !event.metaKey) return false;
        const position = view.posAtCoords({ x: event.clientX, y: event.clientY });
        return position !== null && lead(view, position);
      },
    }),
  ];
}

async function follow(
  plugin: LSPPlugin,
  params: object,
  open: (uri: string) => void,
): Promise<void> {
  const found = await plugin.client.request<object, Location | readonly Location[] | null>(
    "textDocument/definition",
    params,
  );
  const [first] = [found ?? []].flat();
  if (first !== undefined && first.uri !== plugin.uri) open(first.uri);
}
