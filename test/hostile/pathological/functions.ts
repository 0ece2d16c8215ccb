/** Everything that takes the text of a stranger and does no more than look at it. */
import { calledSkill, readCall } from "../../../src/hub/chat/index.ts";
import { lint, parseConfig } from "../../../src/check/index.ts";
import { hideSecrets } from "../../../src/check/scan/index.ts";
import { readCommand } from "../../../src/library/session/commands.ts";
import { renderInstructions, splitArguments } from "../../../src/library/session/instructions.ts";
import { joinLines } from "../../../src/registry/install/merge-text.ts";
import { isRange } from "../../../src/registry/resolve/index.ts";
import {
  chunkText,
  extractText,
  repeatedLength,
  searchWords,
} from "../../../src/run/knowledge/index.ts";
import { loadTokenCounter } from "../../../src/run/tokens/index.ts";
import { readDocstring } from "../../../src/run/tools/introspect/docstring.ts";
import { namesInCondition } from "../../../src/run/workflow/expression/index.ts";
import { readInputText } from "../../../src/run/workflow/index.ts";
import { readJson } from "../../../src/run/workflow/nodes/read-json.ts";
import { renameInCondition, renameInTemplate } from "../../../src/run/workflow/rename.ts";
import { createVariables, namesIn, resolveTemplate } from "../../../src/run/workflow/template.ts";
import {
  findPlaceholders,
  parseRelaxedJson,
  readDocument,
  readFlatYaml,
  readSkill,
  renderTemplate,
} from "../../../src/skill/index.ts";
import { findJsonComments } from "../../../src/skill/text/json-metadata.ts";

export interface TextFunction {
  readonly name: string;
  readonly run: (text: string) => unknown;
  /** Small enough to meet every text, and not a share of them. */
  readonly isSmall?: boolean;
}

const path = "skills/a/SKILL.md";
const HEAD = "---\nname: a\ndescription: Sorts letters. Use when asked to.\n---\n\n";

/** Where a text can stand in a skill. */
const PLACES: { readonly [place: string]: (text: string) => string } = {
  file: (text) => text,
  frontmatter: (text) => `---\nname: a\n${text}\n---\n\nSort them.\n`,
  value: (text) => `---\nname: a\ndescription: ${text}\n---\n\nSort them.\n`,
  metadata: (text) => `---\nname: a\nmetadata: {a: ${text}}\n---\n\nSort them.\n`,
  instructions: (text) => HEAD + text,
};

function inPlaces(name: string, run: (skill: string) => unknown): readonly TextFunction[] {
  return Object.entries(PLACES).map(([place, put]) => ({
    name: `${name}, ${place}`,
    run: (text) => run(put(text)),
  }));
}

/** Every text names the node. */
const RENAME = { from: "a", to: "bb", ids: new Set(["a"]) };

function bytes(text: string): Uint8Array {
  return Buffer.from(text);
}

export async function textFunctions(): Promise<readonly TextFunction[]> {
  const count = await loadTokenCounter();
  return [
    ...inPlaces("readSkill", (text) => readSkill(text, { path })),
    ...inPlaces("lint", (text) => lint([{ path, text }])),
    { name: "hideSecrets", run: (text) => hideSecrets(text) },
    { name: "readDocument", run: (text) => readDocument(text) },
    { name: "readFlatYaml", run: (text) => readFlatYaml(text, (plain) => plain) },
    { name: "parseRelaxedJson", run: (text) => attempt(() => parseRelaxedJson(text, "json5")) },
    { name: "parseConfig", run: (text) => parseConfig(text, "x.json") },
    { name: "findPlaceholders", run: (text) => findPlaceholders(text) },
    { name: "renderTemplate", run: (text) => renderTemplate(text, [{ name: "a" }], { a: "b" }) },
    {
      name: "renderInstructions",
      run: (text) =>
        renderInstructions(text, ["base-dir", "arguments"], {
          baseDir: "/a",
          arguments: text.slice(0, 100),
          argumentNames: ["a", "aa"],
        }),
    },
    { name: "splitArguments", run: splitArguments, isSmall: true },
    { name: "calledSkill", run: (text) => calledSkill(`@skill ${text}`), isSmall: true },
    {
      name: "readCall",
      run: (text) => readCall(`@skill ${text}`, [{ name: "a" }, { name: "A1" }]),
      isSmall: true,
    },
    { name: "namesIn", run: namesIn, isSmall: true },
    {
      name: "resolveTemplate",
      run: (text) =>
        attempt(() =>
          resolveTemplate(
            text,
            createVariables({ input: "b", inputNames: new Set(["a"]), outputs: new Map() }),
          ),
        ),
    },
    { name: "namesInCondition", run: (text) => attempt(() => namesInCondition(text)) },
    {
      name: "readInputText",
      run: (text) => readInputText([{ name: "a", type: "object", isRequired: true }], text),
      isSmall: true,
    },
    { name: "readJson", run: (text) => attempt(() => readJson(text, "It")), isSmall: true },
    { name: "renameInTemplate", run: (text) => renameInTemplate(text, RENAME), isSmall: true },
    { name: "renameInCondition", run: (text) => renameInCondition(text, RENAME), isSmall: true },
    { name: "findJsonComments", run: findJsonComments, isSmall: true },
    { name: "readCommand", run: (text) => readCommand(`/skill ${text}`, []), isSmall: true },
    { name: "isRange", run: isRange, isSmall: true },
    { name: "searchWords", run: searchWords, isSmall: true },
    { name: "count tokens", run: count },
    { name: "chunkText", run: (text) => chunkText([{ text, header: text.slice(0, 50) }], count) },
    { name: "repeatedLength", run: (text) => repeatedLength(text, text) },
    { name: "readDocstring", run: readDocstring, isSmall: true },
    ...(["text", "table", "html"] as const).map((kind) => ({
      name: `extractText, ${kind}`,
      run: (text: string) => extractText(kind, bytes(text)).catch(() => undefined),
    })),
    {
      name: "joinLines",
      run: (text) =>
        joinLines({ base: text, local: `a\n${text}`, next: `${text.slice(0, -9)}b\n` }, undefined),
    },
  ];
}

function attempt(run: () => unknown): unknown {
  try {
    return run();
  } catch {
    return undefined;
  }
}
