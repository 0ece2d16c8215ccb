import type { Identity } from "./names.ts";
import type { Profile } from "./profile.ts";
import type { Random } from "./random.ts";
import { identifier, nouns, phrase, sentence, sentences, title, topics } from "./words.ts";
import { writeBlock } from "./yaml.ts";

/** A GAIA skill: half in the flat form with its own tools, half nested under `metadata.gaia`. */
export function gaia(random: Random): Profile {
  const names = [identifier(random), identifier(random)];
  const permissions = random.sample(
    [
      "network:read",
      "filesystem:none",
      "filesystem:read:./data/**",
      "shell:execute:git",
      "mcp:connect",
    ],
    random.integer(1, 3),
  );
  const tier = random.pick(["verified", "community", "experimental"]);
  if (random.chance(0.5)) {
    const nested = { security_tier: tier, permissions, tools_required: names };
    return {
      entries: ["license: MIT\n", "version: 1.0.0\n", writeBlock("metadata", { gaia: nested })],
    };
  }
  const tools = names.map((name) => ({
    name,
    description: `Works on the ${phrase(random)}`,
    parameters: { query: { type: "string", required: true } },
    returns: { type: "object" },
  }));
  const requirements = {
    model: ">=7B",
    python: ">=3.10",
    env_vars: [identifier(random).toUpperCase()],
  };
  return {
    entries: [
      `version: 1.${random.integer(0, 9)}.0\n`,
      `author: ${random.pick(topics)}\n`,
      "license: MIT\n",
      writeBlock("permissions", permissions),
      ...(random.chance(0.6) ? [writeBlock("requirements", requirements)] : []),
      writeBlock("tools", tools),
      `security_tier: ${tier}\n`,
    ],
    files: [{ path: "tools.py", content: toolModule(names) }],
  };
}

function toolModule(names: readonly string[]): string {
  const functions = names.map(
    (name) =>
      `@tool\ndef ${name}(query: str) -> dict:\n    """Answer the query."""\n    return {"query": query}\n`,
  );
  return `from gaia.agents.base.tools import tool\n\n\n${functions.join("\n\n")}`;
}

/** A prompt template with typed inputs, a knowledge base and a model configuration. */
export function agentFlow(random: Random): Profile {
  const inputs = random.sample(nouns, random.integer(1, 3));
  const declared = inputs.map((name) => ({
    name,
    label: title(random),
    type: random.pick(["text", "textarea"]),
    required: random.chance(0.6),
    ...(random.chance(0.4) && { default: random.pick(nouns) }),
  }));
  return {
    entries: [
      writeBlock("inputs", declared),
      ...(random.chance(0.5) ? [`knowledge_base: ${random.pick(topics)}-docs\n`] : []),
      ...(random.chance(0.8)
        ? [`model:\n  temperature: 0.${random.integer(1, 9)}\n  max_tokens: 2000\n`]
        : []),
    ],
    inputs,
  };
}

/** A skill that an MCP server publishes through its `x-personal-mcp` block. */
export function personalMcp(random: Random, identity: Identity): Profile {
  const id = identity.dir;
  const references = random.sample(nouns, random.integer(0, 2));
  const block = {
    id,
    version: `0.${random.integer(1, 9)}.0`,
    tags: random.sample(topics, 2),
    capabilities: [`resource://skills/${id}/document`],
    ...(references.length > 0 && {
      references: Object.fromEntries(
        references.map((name) => [
          name,
          { path: `references/${name}.md`, mime_type: "text/markdown" },
        ]),
      ),
    }),
  };
  return {
    entries: [`when_to_use: ${sentence(random)}\n`, writeBlock("x-personal-mcp", block)],
    files: references.map((name) => ({
      path: `references/${name}.md`,
      content: `# ${name}\n\n${sentences(random, 600, false, "\n\n")}\n`,
    })),
  };
}
