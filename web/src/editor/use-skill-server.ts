import type { Extension } from "@codemirror/state";
import { useEffect, useMemo } from "react";
import { useEngine } from "../engine/engine.ts";
import type { DocumentSettings } from "../engine/language-server.ts";
import { languageClient } from "./language-client.ts";
import { skillLanguage } from "./skill-language.ts";

/** What an editor of the SKILL.md of a skill knows: its syntax, and all that the language server says. */
export function useSkillServer(
  name: string,
  settings: DocumentSettings,
  onFile: (path: string) => void,
): Extension {
  const client = languageClient(useEngine().transport);
  const folder = `file:///${encodeURIComponent(name)}/`;
  useEffect(() =>
    client.leadTo(`${folder}SKILL.md`, (uri) => {
      if (uri.startsWith(folder)) onFile(decodeURIComponent(uri.slice(folder.length)));
    }),
  );
  useEffect(() => client.configure(`${folder}SKILL.md`, settings), [client, folder, settings]);
  return useMemo(() => [skillLanguage(), client.editor(`${folder}SKILL.md`)], [client, folder]);
}
