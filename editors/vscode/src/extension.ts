/** Starts `skillwright lsp` for the skills that are open in VS Code. */
import { homedir } from "node:os";
import { commands, type ExtensionContext, window, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    commands.registerCommand("skillwright.restart", restart),
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
