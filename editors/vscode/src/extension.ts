/** Starts `skillwright lsp` for the skills that are open in VS Code. */
import { homedir } from "node:os";
import { basename, dirname } from "node:path";
import {
  commands,
  EventEmitter,
  type ExtensionContext,
  Uri,
  ViewColumn,
  window,
  workspace,
} from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

const ANSWERS = "skillwright";
/** Of the documents that show what a command answers. */
const TITLES: Readonly<Record<string, string>> = {
  "skillwright.showReach": "Where it works",
  "skillwright.showCost": "What it costs",
  "skillwright.showEvals": "How much it helps",
  "skillwright.convert": "Conversion report",
};

let client: LanguageClient | undefined;
/** What was answered last, by the address of the document that shows it. */
const answers = new Map<string, string>();
const changed = new EventEmitter<Uri>();

export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    commands.registerCommand("skillwright.restart", restart),
    commands.registerCommand("skillwright.runEvals", runEvals),
    workspace.registerTextDocumentContentProvider(ANSWERS, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => answers.get(uri.toString()) ?? "",
    }),
    workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("skillwright")) await restart();
    }),
  );
  await restart();
}

export async function deactivate(): Promise<void> {
  await client?.dispose();
  client = undefined;
}

async function restart(): Promise<void> {
  await deactivate();
  const { program, words } = commandOf();
  client = new LanguageClient(
    "skillwright",
    "Skillwright",
    // Windows looks for a program in the working directory first, which would be that of a stranger's folder.
    { command: program, args: words, options: { cwd: homedir() } },
    // VS Code gives these files a language of their own; older releases take them for Markdown.
    {
      documentSelector: [
        { language: "skill" },
        { language: "markdown", pattern: "**/{SKILL,skill}.md" },
      ],
      initializationOptions: { showsAnswers: true },
      middleware: {
        // From the palette no place is given, so that the skill in the editor is meant.
        executeCommand: async (command, args: unknown[], next) => {
          const active = activeSkill();
          const given = args.length > 0 || active === undefined ? args : [active.toString()];
          const answer: unknown = await next(command, given);
          if (typeof answer === "string") await showAnswer(command, answer);
          return answer;
        },
      },
    },
  );
  try {
    await client.start();
  } catch {
    await offerSettings(program);
  }
}

function commandOf(): { readonly program: string; readonly words: string[] } {
  const settings = workspace.getConfiguration("skillwright");
  const dialect = settings.get("dialect", "");
  return {
    program: settings.get("path", "skillwright"),
    words: [
      "lsp",
      ...(settings.get("scan", true) ? [] : ["--no-scan"]),
      ...(dialect === "" ? [] : ["--dialect", dialect]),
    ],
  };
}

async function offerSettings(program: string): Promise<void> {
  const open = "Open settings";
  const chosen = await window.showErrorMessage(
    `\`${program}\` could not be started. Install it with \`npm install -g skillwright\`, or say where it is.`,
    open,
  );
  if (chosen === open)
    await commands.executeCommand("workbench.action.openSettings", "skillwright.path");
}

function activeSkill(): Uri | undefined {
  return window.activeTextEditor?.document.uri;
}

/** Beside the skill, so that the cursor stays where it is. */
async function showAnswer(command: string, answer: string): Promise<void> {
  const uri = Uri.from({ scheme: ANSWERS, path: `/${TITLES[command] ?? "Answer"}.md` });
  answers.set(uri.toString(), answer);
  changed.fire(uri);
  const document = await workspace.openTextDocument(uri);
  await window.showTextDocument(document, {
    viewColumn: ViewColumn.Beside,
    preserveFocus: true,
    preview: true,
  });
}

/** Written into a terminal and not sent: it asks a model, which costs money, and may take options. */
function runEvals(): void {
  const active = activeSkill();
  if (active?.scheme !== "file") return;
  const folder = dirname(active.fsPath);
  // Shells of Windows look for a program in the working directory first, too.
  const isWindows = process.platform === "win32";
  const terminal = window.createTerminal({
    name: "Skillwright",
    cwd: isWindows ? homedir() : dirname(folder),
  });
  terminal.show();
  // A path that a shell would read as more than a path is left to the user, and none is read as an option.
  const path = isWindows ? folder : `./${basename(folder)}`;
  terminal.sendText(`skillwright eval run ${/^[\w.:/\\-]+$/u.test(path) ? path : ""}`, false);
}
