import type { Model } from "./engine.ts";
import { fileModels } from "./models-files.ts";
import { looseRequest, networkModels } from "./models-network.ts";
import { objectModels } from "./models-objects.ts";
import { runModels } from "./models-run.ts";
import { scriptModels } from "./models-script.ts";
import { isScript, type GrammarLanguage } from "./syntax.ts";
import { textMethods, textModels } from "./models-text.ts";

const TABLES = [runModels, networkModels, fileModels, objectModels];
const SCRIPT_TABLES = [scriptModels, ...TABLES];

const REQUEST_METHODS = /^(?:get|post|put|patch|delete|request|fetch)$/;

/** What is known of a function by its name; undefined where nothing is. */
export function modelOf(name: string, language: GrammarLanguage): Model | undefined {
  const isOwn = isScript(language);
  if (!isOwn && Object.hasOwn(textModels, name)) return textModels[name];
  for (const table of isOwn ? SCRIPT_TABLES : TABLES) {
    const row = table.find(([pattern]) => pattern.test(name));
    if (row !== undefined) return row[1];
  }
  if (isOwn && Object.hasOwn(textModels, name)) return textModels[name];
  const method = name.slice(name.lastIndexOf(".") + 1);
  if (method === name) return undefined;
  const plain = Object.hasOwn(textMethods, method) ? textMethods[method] : undefined;
  if (!REQUEST_METHODS.test(method)) return plain;
  return (call, engine) => looseRequest(call, engine) ?? plain?.(call, engine);
}
