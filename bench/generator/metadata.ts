import type { Random, Weighted } from "./random.ts";
import { type Value, writeBlock, writeFlow, writeMultilineFlow } from "./yaml.ts";
import { identifier, nouns, phrase, topics, verbs } from "./words.ts";

type Namespace =
  | "openclaw"
  | "clawdbot"
  | "moltbot"
  | "otto"
  | "clawdis"
  | "catalogue"
  | "hermes"
  | "audit"
  | "other";

/** Skills per namespace below `metadata`; `catalogue` is openclaw with search keywords only. */
const namespaces: Weighted<Namespace> = [
  ["openclaw", 764],
  ["catalogue", 433],
  ["clawdbot", 646],
  ["hermes", 109],
  ["moltbot", 55],
  ["otto", 50],
  ["clawdis", 19],
  ["audit", 13],
  ["other", 60],
];

const installKinds: Weighted<string> = [
  ["brew", 215],
  ["uv", 72],
  ["node", 61],
  ["pip", 61],
  ["go", 53],
  ["download", 31],
  ["shell", 24],
  ["apt", 17],
  ["npm", 7],
  ["cargo", 2],
];

const systems: Weighted<readonly string[]> = [
  [["darwin", "linux"], 75],
  [["darwin"], 51],
  [["darwin", "linux", "win32"], 12],
  [["linux"], 4],
  [["macos"], 4],
];

/** `metadata` with an object below it, as agents with gating read it. */
export function namespacedMetadata(random: Random): string {
  const namespace = random.weighted(namespaces);
  const value = { [namespaceKey(random, namespace)]: namespaceValue(random, namespace) };
  if (namespace === "catalogue" || namespace === "hermes" || namespace === "audit") {
    return writeBlock("metadata", value);
  }
  const form = random.next();
  if (form < 0.5) return writeFlow("metadata", value, random);
  if (form < 0.63) return writeMultilineFlow("metadata", value, random);
  return writeBlock("metadata", value);
}

/** `metadata` as the open specification has it, strings mostly, always as a block. */
export function scalarMetadata(random: Random): string {
  const value: Record<string, Value> = {};
  if (random.chance(0.55)) value["version"] = random.chance(0.8) ? "1.0.0" : random.integer(1, 3);
  if (random.chance(0.5)) value["author"] = random.pick(topics);
  if (random.chance(0.25)) value["skill-author"] = `${random.pick(topics)} team`;
  if (random.chance(0.2)) value["category"] = random.pick(nouns);
  if (random.chance(0.07)) value["short-description"] = `${random.pick(verbs)} ${phrase(random)}`;
  if (random.chance(0.07)) value["triggers"] = random.sample(nouns, 4).join(", ");
  if (random.chance(0.05)) value["related-skills"] = random.sample(nouns, 3);
  if (Object.keys(value).length === 0) value["domain"] = random.pick(nouns);
  return writeBlock("metadata", value);
}

function namespaceKey(random: Random, namespace: Namespace): string {
  if (namespace === "catalogue") return "openclaw";
  return namespace === "other"
    ? random.pick(["skiller", "nanobot", "roboclaw", "vikingbot"])
    : namespace;
}

function namespaceValue(random: Random, namespace: Namespace): Value {
  switch (namespace) {
    case "catalogue":
      return {
        emoji: random.pick(emoji),
        category: random.pick(nouns),
        subcategory: random.pick(nouns),
        keywords: random.sample(nouns, random.integer(3, 6)),
        source: `https://example.org/${random.pick(topics)}/${random.pick(nouns)}`,
      };
    case "hermes":
      return {
        tags: random.sample(nouns, random.integer(2, 5)),
        ...(random.chance(0.45) && { related_skills: random.sample(verbs, 2) }),
      };
    case "audit":
      return {
        kind: "skill",
        author: random.pick(topics),
        "trust-score": random.integer(50, 99),
        permissions: [],
      };
    default:
      return gatedNamespace(random, namespace === "otto");
  }
}

function gatedNamespace(random: Random, hasInstall: boolean): Value {
  const binary = `${random.pick(topics)}-cli`;
  return {
    ...(random.chance(0.8) && { emoji: random.pick(emoji) }),
    ...(random.chance(0.06) && { homepage: `https://example.org/${binary}` }),
    ...(random.chance(0.1) && { os: random.weighted(systems) }),
    ...(random.chance(0.83) && { requires: requirements(random, binary) }),
    ...(random.chance(0.12) && { primaryEnv: environmentName(random) }),
    ...(random.chance(0.05) && { always: true }),
    ...(random.chance(hasInstall ? 0.76 : 0.24) && { install: installEntries(random, binary) }),
  };
}

function requirements(random: Random, binary: string): Value {
  const keys = random.weighted<string>([
    ["bins", 780],
    ["bins+env", 180],
    ["env", 160],
    ["config", 60],
    ["bins+skills", 50],
    ["anyBins", 30],
  ]);
  return {
    ...(keys.startsWith("bins") && { bins: [binary, ...(random.chance(0.3) ? ["jq"] : [])] }),
    ...(keys.endsWith("env") && {
      env: random.chance(0.97) ? [environmentName(random)] : environmentName(random),
    }),
    ...(keys === "config" && { config: [`plugins.${random.pick(nouns)}.enabled`] }),
    ...(keys === "bins+skills" && { skills: [`${random.pick(topics)}-base`] }),
    ...(keys === "anyBins" && { anyBins: [binary, random.pick(topics)] }),
  };
}

function installEntries(random: Random, binary: string): Value {
  const count = random.chance(0.22) ? 2 : 1;
  return Array.from({ length: count }, (): Value => {
    const kind = random.weighted(installKinds);
    const label = `Install ${binary} (${kind})`;
    const common = { ...(random.chance(0.83) && { id: kind }), kind };
    const bins = { bins: [binary], ...(random.chance(0.8) && { label }) };
    switch (kind) {
      case "brew":
        return { ...common, formula: `example/tap/${binary}`, ...bins };
      case "go":
        return { ...common, module: `example.org/${binary}@latest`, ...bins };
      case "download":
        return {
          ...common,
          url: `https://example.org/${binary}.tar.gz`,
          archive: "tar.gz",
          extract: true,
          ...bins,
        };
      case "shell":
        return { ...common, command: `make install-${binary}`, ...bins };
      default:
        return { ...common, package: binary, ...bins };
    }
  });
}

function environmentName(random: Random): string {
  return `${identifier(random).toUpperCase()}_KEY`;
}

const emoji: readonly string[] = ["📦", "🧭", "📝", "🗂️", "🔎", "🧪", "🛠️", "📈"];
