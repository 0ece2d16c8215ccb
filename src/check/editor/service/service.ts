/**
 * What an editor can ask of a skill, as a table of the requests of the language server protocol. Who carries the messages
 * is not known here: the language server carries them over its standard streams, the workbench to a worker.
 */
import type {
  CodeActionParams,
  DocumentDiagnosticReport,
  ExecuteCommandParams,
  InitializeParams,
  InlayHintParams,
  ReferenceParams,
  RenameParams,
  ServerCapabilities,
  TextDocumentPositionParams,
  WorkspaceEditClientCapabilities,
} from "vscode-languageserver/node";
import type { Diagnostic as LspDiagnostic } from "vscode-languageserver-types";
import { isObject } from "../../../skill/index.ts";
import { TOKEN_KINDS } from "../tokens.ts";
import { codeLenses, COMMANDS, runCommand } from "./commands.ts";
import {
  codeActions,
  completions,
  definition,
  documentLinks,
  FIX_ALL,
  hover,
  inlayHints,
  semanticTokens,
  symbols,
} from "./features.ts";
import {
  type EditForm,
  nameAt,
  type NamedLibrary,
  nameLibrary,
  nameLocations,
  renameSkill,
} from "./names.ts";
import type { LanguagePorts, OpenSkill } from "./ports.ts";
import { toDiagnostic } from "./protocol.ts";

export interface LanguageService<Skill extends OpenSkill = never> {
  readonly capabilities: ServerCapabilities;
  /** Takes what the editor can do. */
  readonly initialize: (
    params: Pick<InitializeParams, "capabilities" | "initializationOptions">,
  ) => void;
  /** By method. The parameters are those of the protocol; the transport has checked no more than that. */
  readonly requests: { readonly [method: string]: (params: never) => unknown };
  readonly diagnose: (skill: Skill) => readonly LspDiagnostic[];
}

interface InDocument {
  readonly textDocument: { readonly uri: string };
}

/** What is asked of a document that is no skill is answered with nothing. */
type On<Skill> = <Params extends InDocument, Answer, Nothing>(
  nothing: Nothing,
  answer: (skill: Skill, params: Params) => Answer,
) => (params: Params) => Answer | Nothing;

export function createLanguageService<Skill extends OpenSkill>(
  ports: LanguagePorts<Skill>,
): LanguageService<Skill> {
  let form: EditForm = "changes";
  let showsAnswers = false;
  const diagnose = (skill: Skill): LspDiagnostic[] =>
    [...skill.diagnostics, ...ports.extra(skill)].map((item) =>
      toDiagnostic(skill.document, item, (shown) => ports.toUri(skill, shown), ports.pageOf),
    );
  const on: On<Skill> = (nothing, answer) => (params) => {
    const skill = ports.find(params.textDocument.uri);
    return skill === undefined ? nothing : answer(skill, params);
  };
  return {
    capabilities: CAPABILITIES,
    initialize: ({ capabilities, initializationOptions }) => {
      form = chooseEditForm(capabilities.workspace?.workspaceEdit);
      showsAnswers =
        isObject(initializationOptions) && initializationOptions["showsAnswers"] === true;
    },
    diagnose,
    requests: {
      "textDocument/diagnostic": on(
        { kind: "full", items: [] },
        (skill): DocumentDiagnosticReport => ({ kind: "full", items: diagnose(skill) }),
      ),
      "textDocument/codeAction": on([], (skill, params: CodeActionParams) =>
        codeActions(skill, params, ports),
      ),
      "textDocument/completion": on([], (skill, { position }: TextDocumentPositionParams) =>
        completions(skill, position, ports),
      ),
      "textDocument/hover": on(
        null,
        (skill, { position }: TextDocumentPositionParams) => hover(skill, position, ports) ?? null,
      ),
      ...nameRequests(on, ports, () => form),
      "textDocument/documentLink": on([], (skill) => documentLinks(skill, ports)),
      "textDocument/documentSymbol": on([], (skill) => symbols(skill)),
      "textDocument/semanticTokens/full": on({ data: [] }, (skill) => semanticTokens(skill)),
      "textDocument/inlayHint": on([], (skill, { range }: InlayHintParams) =>
        inlayHints(skill, range),
      ),
      "textDocument/codeLens": on([], async (skill) => await codeLenses(skill, ports)),
      "workspace/executeCommand": async ({
        command,
        arguments: [uri, target] = [],
      }: ExecuteCommandParams): Promise<string | null> => {
        const skill = typeof uri === "string" ? ports.find(uri) : undefined;
        if (skill === undefined) return null;
        const text = await runCommand(command, skill, target, ports);
        // An editor that shows answers itself needs no message beside them.
        if (text !== undefined && !showsAnswers) ports.showMessage(text);
        return text ?? null;
      },
    },
  };
}

/** What is asked of the names of skills. */
function nameRequests<Skill extends OpenSkill>(
  on: On<Skill>,
  ports: LanguagePorts<Skill>,
  formOf: () => EditForm,
): LanguageService["requests"] {
  const namesOf = (skill: Skill): NamedLibrary => nameLibrary(ports.library(skill));
  return {
    "textDocument/definition": on(
      null,
      (skill, { position }: TextDocumentPositionParams) =>
        definition(skill, position, ports) ??
        nameLocations(skill, position, namesOf(skill), ({ isOwn }) => isOwn),
    ),
    "textDocument/references": on([], (skill, { position, context }: ReferenceParams) =>
      nameLocations(
        skill,
        position,
        namesOf(skill),
        ({ isOwn }) => context.includeDeclaration || !isOwn,
      ),
    ),
    "textDocument/prepareRename": on(
      null,
      (skill, { position }: TextDocumentPositionParams) =>
        nameAt(skill, position, namesOf(skill)) ?? null,
    ),
    "textDocument/rename": on(null, (skill, { position, newName }: RenameParams) => {
      const wanted = { position, newName, form: formOf() };
      return renameSkill(skill, wanted, namesOf(skill), ports) ?? null;
    }),
  };
}

function chooseEditForm(can: WorkspaceEditClientCapabilities | undefined): EditForm {
  if (can?.documentChanges !== true) return "changes";
  return can.resourceOperations?.includes("rename") === true ? "files" : "documents";
}

const INCREMENTAL = 2;

const CAPABILITIES: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: INCREMENTAL, save: { includeText: false } },
  codeActionProvider: { codeActionKinds: ["quickfix", FIX_ALL, "refactor.rewrite"] },
  completionProvider: { triggerCharacters: [":", "(", "/", "$"] },
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
  executeCommandProvider: { commands: [...COMMANDS] },
  diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false },
};
