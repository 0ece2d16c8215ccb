import { commaTools, mixedTools } from "./allowed-tools.ts";
import { agentFlow, gaia, personalMcp } from "./dialect-profiles.ts";
import { namespacedMetadata, scalarMetadata } from "./metadata.ts";
import type { Identity } from "./names.ts";
import type { Profile } from "./profile.ts";
import type { Random, Weighted } from "./random.ts";
import { nouns, phrase, sentence, topics, verbs } from "./words.ts";
import { writeBlock } from "./yaml.ts";

/** Key sets go together in the wild (one author, one set), so they are drawn as a whole. */
export const profiles: Weighted<(random: Random, identity: Identity) => Profile> = [
  [() => ({ entries: [] }), 27.2],
  [specification, 9.4],
  [(random) => ({ entries: [...some(random, 0.1, license), namespacedMetadata(random)] }), 7.5],
  [namespacedWithExtras, 3.5],
  [catalogue, 11.9],
  [plugin, 14.1],
  [security, 4.2],
  [connector, 4.5],
  [claudeCode, 4],
  [origin, 3.2],
  [versioned, 4],
  [assorted, 4],
  [gaia, 0.8],
  [agentFlow, 0.8],
  [personalMcp, 0.8],
];

type Entry = (random: Random) => string;

function some(random: Random, probability: number, entry: Entry): string[] {
  return random.chance(probability) ? [entry(random)] : [];
}

function specification(random: Random): Profile {
  const entries = [
    ...some(random, 0.6, license),
    ...some(random, 0.08, () => `compatibility: Needs ${random.pick(topics)} and a network\n`),
    ...some(random, 0.6, scalarMetadata),
    ...some(random, 0.28, mixedTools),
  ];
  return { entries: entries.length > 0 ? entries : [license(random)] };
}

function namespacedWithExtras(random: Random): Profile {
  return {
    entries: [
      ...some(random, 0.5, version),
      ...some(random, 0.75, homepage),
      ...some(random, 0.15, () => "user-invocable: true\n"),
      namespacedMetadata(random),
    ],
  };
}

function catalogue(random: Random): Profile {
  return {
    entries: [
      `risk: ${random.pick(["safe", "unknown", "none", "critical"])}\n`,
      `source: ${random.pick(["community", "self", `https://example.org/${random.pick(topics)}`])}\n`,
      ...some(
        random,
        0.88,
        () => `date_added: "2026-0${random.integer(1, 9)}-1${random.integer(0, 9)}"\n`,
      ),
      ...some(random, 0.25, () => "source_type: community\n"),
      ...some(random, 0.22, () => `source_repo: example/${random.pick(topics)}\n`),
      ...some(random, 0.19, () => "license_source: https://example.org/LICENSE\n"),
      ...some(random, 0.2, author),
      ...some(random, 0.06, license),
      ...some(random, 0.12, tags),
      ...some(random, 0.1, () => `category: ${random.pick(nouns)}\n`),
    ],
  };
}

function plugin(random: Random): Profile {
  return {
    entries: [
      commaTools(random),
      version(random),
      author(random),
      license(random),
      ...some(random, 0.15, tags),
      ...some(random, 0.04, () => "compatibility: Designed for command line agents\n"),
      ...some(random, 0.06, scalarMetadata),
    ],
  };
}

function security(random: Random): Profile {
  return {
    entries: [
      `domain: ${random.pick(nouns)}-security\n`,
      `subdomain: ${random.pick(nouns)}-analysis\n`,
      tags(random),
      version(random),
      author(random),
      license(random),
      writeBlock("nist_csf", controls(random, "DE.CM-0")),
      writeBlock("mitre_attack", controls(random, "T10")),
      ...some(random, 0.17, () =>
        writeBlock("d3fend_techniques", [`${random.pick(nouns)} filtering`]),
      ),
      ...some(random, 0.12, () => "nist_ai_rmf:\n- MEASURE-2.7\n- MAP-5.1\n"),
    ],
  };
}

function controls(random: Random, prefix: string): string[] {
  return Array.from({ length: random.integer(2, 9) }, () => `${prefix}${random.integer(10, 99)}`);
}

function connector(random: Random): Profile {
  const isList = random.chance(0.04);
  const text = isList ? `requires: [${random.pick(topics)}]\n` : "requires:\n  mcp: [rube]\n";
  return { entries: [text] };
}

function claudeCode(random: Random): Profile {
  const first = random.pick(nouns);
  const hints = [`[${first}]`, `"[${first}] [--dry-run]"`, `<${first}> [options]`, `${first} name`];
  const entries = [
    ...some(random, 0.45, () => `argument-hint: ${random.pick(hints)}\n`),
    ...some(random, 0.28, () => `user-invocable: ${random.pick(["true", "false"])}\n`),
    ...some(
      random,
      0.08,
      () => `${random.pick(["user-invokable", "user_invocable", "allowed_tools"])}: true\n`,
    ),
    ...some(random, 0.13, () => "disable-model-invocation: true\n"),
    ...some(random, 0.1, () => `context: ${random.pick(["fork", "workspace", "project"])}\n`),
    ...some(random, 0.08, () => `model: ${random.pick(["opus", "inherit", "haiku", "sonnet"])}\n`),
    ...some(random, 0.02, () => "agent: Explore\n"),
    ...some(random, 0.7, mixedTools),
    ...some(random, 0.2, version),
    ...some(random, 0.03, () => hooks(random)),
  ];
  return { entries: entries.length > 0 ? entries : ["user-invocable: true\n"] };
}

function origin(random: Random): Profile {
  return {
    entries: [
      `origin: ${random.pick(topics)}\n`,
      ...some(random, 0.2, scalarMetadata),
      ...some(random, 0.2, () => writeBlock("tools", ["Read", "Bash", "Grep"])),
    ],
  };
}

function versioned(random: Random): Profile {
  return {
    entries: [
      version(random),
      ...some(random, 0.3, () => `source: ${random.pick(topics)}\n`),
      ...some(random, 0.7, author),
      ...some(random, 0.5, license),
      ...some(random, 0.3, tags),
      ...some(random, 0.3, () => `category: ${random.pick(nouns)}\n`),
      ...some(random, 0.15, () => writeBlock("tools", ["Read", "Bash"])),
    ],
  };
}

function assorted(random: Random): Profile {
  const pool: readonly Entry[] = [
    () => "quality: 4\ncomplexity: medium\ncreated_at: 2026-03-01\nupdated_at: 2026-04-01\n",
    () => writeBlock("dependencies", [`${random.pick(topics)}>=2.0`]),
    () => `role: ${random.pick(["reviewer", "planner", "writer"])}\n`,
    () => "system: shell\nhandler: main\ntool-name: run\n",
    () => writeBlock("capabilities", [`${random.pick(verbs)}-${random.pick(nouns)}`]),
    () => `layer: ${random.integer(1, 4)}\n`,
    () => `package: ${random.pick(topics)}\n`,
    () => writeBlock("invoked_by", random.sample(verbs, 2)),
    () => `level: ${random.pick(["basic", "advanced"])}\n`,
    () => writeBlock("models", ["small", "large"]),
    () => `displayName: ${random.pick(nouns)} helper\n`,
    () => writeBlock("examples", [sentence(random)]),
  ];
  return {
    entries: [
      ...some(random, 0.35, triggers),
      ...random.sample(pool, random.integer(1, 3)).map((entry) => entry(random)),
      ...some(random, 0.3, version),
      ...some(random, 0.2, homepage),
      ...some(random, 0.15, scalarMetadata),
      ...some(random, 0.04, () => "metadata:\n"),
    ],
  };
}

function triggers(random: Random): string {
  const words = random.sample(nouns, 3);
  if (random.chance(0.9)) return writeBlock("triggers", words);
  return `triggers: {keywords: [${words.join(", ")}], priority: ${random.integer(1, 9)}}\n`;
}

function hooks(random: Random): string {
  const hook = { type: "command", command: `{baseDir}/scripts/${random.pick(verbs)}.sh` };
  return writeBlock("hooks", { PreToolUse: [{ matcher: "Bash", hooks: [hook] }] });
}

function license(random: Random): string {
  const text = random.weighted<string>([
    ["MIT", 3794],
    ["Apache-2.0", 964],
    ["MIT license", 167],
    ["Complete terms in LICENSE.txt", 64],
    ["Unknown", 59],
    ["Proprietary. LICENSE.txt has complete terms", 39],
  ]);
  return `license: ${text}\n`;
}

function version(random: Random): string {
  if (random.chance(0.86)) return `version: ${random.integer(0, 3)}.${random.integer(0, 9)}.0\n`;
  return random.chance(0.05)
    ? "version: 0.1\n"
    : `version: "${random.integer(1, 3)}.${random.integer(0, 9)}"\n`;
}

function author(random: Random): string {
  const name = random.pick(topics);
  return random.chance(0.6) ? `author: ${name} <${name}@example.org>\n` : `author: ${name}\n`;
}

function homepage(random: Random): string {
  return `homepage: https://example.org/${random.pick(topics)}/${random.pick(nouns)}\n`;
}

function tags(random: Random): string {
  const words = random.sample(nouns, random.integer(3, 7));
  if (random.chance(0.1)) return `tags: ${words.join(", ")}\n`;
  return random.chance(0.4)
    ? `tags: [${words.join(", ")}, ${phrase(random)}]\n`
    : writeBlock("tags", words);
}
