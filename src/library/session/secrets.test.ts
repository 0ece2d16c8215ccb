import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { dialectNamed } from "../../../test/support/library.ts";
import { skill, useFolder, writeTree } from "../../../test/support/skill-folders.ts";
import { createFakeMachine } from "../../platform/machine/index.ts";
import { type LibraryConfig, readConfig } from "../config/index.ts";
import { openLibrary, sandboxGaps } from "./index.ts";

const folder = useFolder();

/** Wherever one of these turns up, something has let it out. */
const planted = ["key", "env", "bag", "channel", "machine", "number"].map(
  (place) => `planted-${place}-53cr3t`,
);
const [KEY, ENV, BAG, CHANNEL, MACHINE] = planted;

const settings = `{
  skills: { entries: { tool: {
    apiKey: "${KEY}",
    env: { TOOL_URL: "${ENV}", NODE_OPTIONS: "${ENV}", OTHER_TOKEN: "${ENV}", TAKEN: "${ENV}", BAD: "${ENV}\\u0000" },
    config: { password: "${BAG}", nested: { list: ["${BAG}"] } },
  } } },
  channels: { slack: { token: "${CHANNEL}", pin: 987654321 } },
}`;

function readSettings(text: string, id: string): LibraryConfig {
  const rules = dialectNamed(id).homes?.settings;
  if (rules === undefined) throw new Error("It has no settings.");
  const { value } = readConfig(text, rules);
  if (value === undefined) throw new Error("Nothing was read.");
  return value;
}

/** Every way in which people print a value. */
function prints(value: unknown): readonly string[] {
  return [
    JSON.stringify(value) ?? "",
    inspect(value, { depth: Infinity, showHidden: true }),
    inspect(value, { depth: Infinity, customInspect: false }),
    String(value),
  ];
}

function leaks(values: readonly unknown[]): readonly string[] {
  const text = values.flatMap(prints).join("\n");
  return [...planted, "987654321"].filter((secret) => text.includes(secret));
}

const requires = {
  env: ["TOOL_API_KEY"],
  config: ["channels.slack.token", "channels.slack.pin", "skills.entries.tool.config.password"],
};

describe.each(["openclaw", "openclaw@2026.9"])("planted secrets under %s", (id) => {
  it("[OC-20] turn up in nothing that can be printed", async () => {
    const metadata = { openclaw: { requires, primaryEnv: "TOOL_API_KEY" } };
    const unmet = { openclaw: { requires: { env: ["NONE"], config: ["channels.slack.none"] } } };
    writeTree(folder.path, {
      "skills/tool/SKILL.md": skill("tool", "A tool.", `metadata: ${JSON.stringify(metadata)}\n`),
      "skills/unmet/SKILL.md": skill("unmet", "Unmet.", `metadata: ${JSON.stringify(unmet)}\n`),
    });
    const config = readSettings(settings, id);
    const events: unknown[] = [];
    const library = await openLibrary({
      dialect: id,
      config,
      home: folder.path,
      roots: [join(folder.path, "skills")],
      machine: createFakeMachine({ environment: { PATH: "/bin", TAKEN: String(MACHINE) } }),
      watch: false,
      onProblem: (problem) => events.push(problem),
    });
    library.subscribe((event) => events.push(event));
    const session = await library.session();
    const snapshot = session.snapshot();
    expect(snapshot.skills.map(({ name }) => name)).toEqual(["tool"]);
    const environment = session.environment("tool");
    expect(environment.reveal()["TOOL_API_KEY"]).toBe(KEY);
    expect(environment.problems.map(({ code }) => code).toSorted()).toEqual([
      "session/already-set",
      "session/bad-value",
      "session/refused-name",
      "session/undeclared-name",
    ]);
    await library.configure(readSettings(settings, id));
    const thrown = await session
      .withProcessEnvironment(() => session.snapshot().instructions("none"))
      .catch((error: unknown) => error);
    const values = [
      library,
      library.config,
      session,
      snapshot,
      snapshot.prompt,
      snapshot.evaluations(),
      snapshot.listing(),
      snapshot.instructions("tool"),
      environment,
      events,
      thrown,
      sandboxGaps(snapshot, { bins: {} }),
      ...["tool", "unmet", "none"].map((name) => session.explain(name)),
    ];
    expect(leaks(values)).toEqual([]);
    await library.close();
  });

  it("[OC-20] turn up in no problem with the settings", () => {
    const rules = dialectNamed(id).homes?.settings;
    if (rules === undefined) throw new Error("It has no settings.");
    const broken = [
      settings.replace("apiKey:", "apikey:"),
      settings.replace(`"${KEY}"`, `["${KEY}"]`),
      settings.replace(`TOOL_URL: "${ENV}"`, `TOOL_URL: 987654321`),
      settings.replace(/config: \{.*\}/, `config: "${BAG}"`),
      settings.replace(
        `"${KEY}"`,
        `{ source: "${KEY}", provider: "${KEY}", id: "${KEY}", more: "${KEY}" }`,
      ),
      settings.replace(`"${KEY}"`, String(KEY)),
      settings.slice(0, settings.indexOf(String(BAG)) + 5),
    ];
    const results = broken.map((text) => readConfig(text, rules));
    expect(results.every(({ diagnostics }) => diagnostics.length > 0)).toBe(true);
    expect(leaks(results)).toEqual([]);
  });
});
