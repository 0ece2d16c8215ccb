/** Findings that are sent to an editor without being asked for. */
import type { Connection, Diagnostic as LspDiagnostic } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { type LanguageService, toForeignDiagnostic } from "../../check/editor/index.ts";
import type { Checks, CheckedDocument } from "./checks.ts";
import { docsPage, toPath } from "./files.ts";
import { uriFromPath, type Workspace } from "./workspace.ts";

export interface Publisher {
  readonly send: (uri: string, diagnostics: readonly LspDiagnostic[]) => void;
  readonly document: (document: TextDocument) => void;
  /** Findings in the other files of the skill, which may not be open. */
  readonly neighbours: (document: TextDocument) => void;
  readonly clear: (document: TextDocument) => void;
}

export function createPublisher(
  connection: Connection,
  workspace: Workspace,
  { diagnose }: Pick<LanguageService<CheckedDocument>, "diagnose">,
  checksOf: () => Checks,
): Publisher {
  /** Files that were published beside a document, so that findings go when they are fixed. */
  const published = new Map<string, readonly string[]>();
  const send = (uri: string, diagnostics: readonly LspDiagnostic[]): void => {
    void connection.sendDiagnostics({ uri, diagnostics: [...diagnostics] }).catch(() => undefined);
  };
  return {
    send,
    document: (document) => {
      const checked = checksOf().check(document);
      send(document.uri, checked === undefined ? [] : diagnose(checked));
    },
    neighbours: (document) => {
      const file = workspace.find(document.uri, document.languageId);
      const findings = [...checksOf().findingsOf(document.uri)];
      const others = new Map(
        findings.flatMap(([shown, items]) => {
          const path = file === undefined ? undefined : toPath(file, shown);
          if (path === undefined || shown === file?.shown) return [];
          return [
            [uriFromPath(path), items.map((item) => toForeignDiagnostic(item, docsPage))] as const,
          ];
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
