import { parseConfig } from "../../../../src/check/index.ts";
import { ownSettings, readConfig } from "../../../../src/library/config/index.ts";
import { readPlatformSettings, summarize } from "../../../../src/serve/platform/index.ts";
import { type Diagnostic, dialects, SkillError } from "../../../../src/skill/index.ts";
import { bytesOf, type FuzzTarget, must, textOf } from "../target.ts";

const SECRET = "sk-planted-4f1c9a77d2e84b60";

const SEEDS: readonly string[] = [
  '{"rules": {"lint/name-format": "off", "all": "warning"}, "ignore": ["**/x/**"], "overrides": [{"files": ["a/*"], "rules": {}}]}',
  "// a comment\n{rules: {'lint/name-format': 'error',}, dialect: 'gsv',}",
  '{"skills": {"entries": {"a": {"enabled": false, "env": {"KEY": "x"}, "apiKey": "x"}}, "load": {"extraDirs": ["~/x"], "watch": true}, "install": {"nodeManager": "npm"}}}',
  '{"registration": true, "limits": {"run": {"count": 1, "seconds": 60}}, "registry": {"access": "private", "upstream": {"url": "https://a.dev"}}, "publicUrl": "https://b.dev", "cors": ["https://c.dev"], "httpNodes": true}',
  '{"models": {"default": "a:b", "providers": {"a": {"kind": "openai-compatible", "baseUrl": "http://x", "models": ["b"]}}}}',
];

export const configTarget: FuzzTarget = {
  name: "config",
  invariants: [
    "Settings are read or refused with diagnostics; nothing else is thrown.",
    "Every diagnostic has a message that is a sentence, and a range inside the text.",
    "A secret of the environment stands in no diagnostic and in no summary.",
    "No setting reaches the prototype of objects.",
  ],
  kind: "text",
  maxBytes: 32_000,
  maxCpuMs: 2000,
  words: [
    '"__proto__": {"x": 1}',
    '"rules"',
    '"overrides"',
    '"skills"',
    '"entries"',
    '"env"',
    '"${SECRET}"',
    "${SECRET:-x}",
    '"$include": "x"',
    '"database": "postgres://u:p@h/d"',
    '"publicUrl"',
    ",",
    ":",
    "{",
    "}",
    "[",
    "]",
    "/*",
    "//",
    "'",
    '"',
    "\\u0000",
    "0x",
    "+Infinity",
  ],
  seeds: () => SEEDS.map(bytesOf),
  quickRuns: 300,
  open: () => ({ check }),
};

const rules = [
  ownSettings(),
  ...dialects.flatMap(({ homes }) => (homes === undefined ? [] : [homes.settings])),
];

function check(input: Uint8Array): string {
  const text = textOf(input);
  const found = [
    parseConfig(text, "x.json").diagnostics,
    ...rules.map((rule) => readConfig(text, rule, "x.json", { SECRET }).diagnostics),
  ].flat();
  for (const diagnostic of found) checkDiagnostic(diagnostic, text);
  const platform = platformCode(text);
  must(!("x" in {}), "the prototype was changed");
  return `${[...new Set(found.map(({ code }) => code))].toSorted().join()} ${platform}`;
}

function checkDiagnostic(diagnostic: Diagnostic, text: string): void {
  const { code, message, range } = diagnostic;
  must(/^[A-Z`].*[.!?]$/su.test(message), `${code} has a message that is no sentence`);
  must(!JSON.stringify(diagnostic).includes(SECRET), `${code} tells a secret`);
  if (range !== undefined)
    must(range.end.offset <= Math.max(1, text.length), `${code} out of range`);
}

function platformCode(text: string): string {
  const environment = { OPENAI_API_KEY: SECRET, SKILLWRIGHT_METRICS_TOKEN: SECRET };
  let value: unknown;
  try {
    value = JSON.parse(text) as unknown;
  } catch {
    return "no JSON";
  }
  try {
    const settings = readPlatformSettings({ value, environment });
    const lines = summarize(settings, "/data", environment);
    must(!lines.join("\n").includes(SECRET), "the summary tells a secret");
    return "taken";
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    must(!error.diagnostic.message.includes(SECRET), "a refusal tells a secret");
    return error.diagnostic.code;
  }
}
