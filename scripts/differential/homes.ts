/** Homes of OpenClaw made from a seed: files, settings, variables and folders of programs, each of them as people have them. */

import { Dice } from "./dice.ts";
import { extrasOf } from "./extras.ts";

export interface Home {
  readonly id: string;
  /** Paths begin with ROOT, which stands for a new folder. */
  readonly files: { readonly [path: string]: string };
  /** Files that can be run. */
  readonly programs: readonly string[];
  readonly links: { readonly [path: string]: string };
  readonly environment: { readonly [name: string]: string };
  readonly agent?: string;
}

const NAMES = ["pdf", "git-log", "weather", "notes", "deploy", "mail", "chart", "backup"];
const VARIABLES = ["ALPHA_KEY", "BETA_TOKEN", "GAMMA_URL", "OPENAI_API_KEY", "DELTA_ENDPOINT"];
const PROGRAMS = ["sh", "ls", "no-such-tool", "tool-a", "tool-b", "tool-c"];
const FOLDERS = [
  "ROOT/home/.local/bin",
  "ROOT/home/.bun/bin",
  "ROOT/home/.cargo/bin",
  "ROOT/home/.npm-global/bin",
  "ROOT/home/.local/share/pnpm",
  "ROOT/bin",
];
const CONFIG_PATHS = ["browser.enabled", "messages.queue", "channels.slack.enabled", "env.vars.X"];

/** What a skill asks for, in the forms that are found in the wild. */
function metadataOf(dice: Dice, name: string): string {
  if (dice.chance(0.25)) return "";
  const requires = {
    ...(dice.chance(0.4) ? { bins: dice.some(PROGRAMS, 0.35) } : {}),
    ...(dice.chance(0.2) ? { anyBins: dice.some(PROGRAMS, 0.4) } : {}),
    ...(dice.chance(0.4) ? { env: dice.some(VARIABLES, 0.4) } : {}),
    ...(dice.chance(0.15) ? { config: [dice.pick(CONFIG_PATHS)] } : {}),
  };
  const block = {
    requires,
    ...(dice.chance(0.3) ? { primaryEnv: dice.pick(VARIABLES) } : {}),
    ...(dice.chance(0.1) ? { os: [dice.pick(["linux", "darwin"])] } : {}),
    ...(dice.chance(0.08) ? { always: true } : {}),
    ...(dice.chance(0.1) ? { skillKey: `${name}-key` } : {}),
  };
  const namespace = dice.pick(["openclaw", "openclaw", "openclaw", "clawdbot", "moltbot"]);
  const json = JSON.stringify({ [namespace]: block });
  return dice.chance(0.85) ? `metadata: ${json}\n` : `metadata: ${json.replaceAll('"', "")}\n`;
}

function skillText(dice: Dice, name: string): string {
  const description = dice.pick([
    `Does ${name}.`,
    `"Quoted: ${name}"`,
    `Colon: in ${name}`,
    `Uses #${name}`,
    "",
  ]);
  const flags = dice.chance(0.1) ? "disable-model-invocation: true\n" : "";
  return `---\nname: ${name}\ndescription: ${description}\n${flags}${metadataOf(dice, name)}---\n\n# ${name}\n`;
}

function variablesText(dice: Dice): string {
  return dice
    .some(VARIABLES, 0.4)
    .map((name) => dice.pick([`${name}=1`, `export ${name}=x`, `${name}=`, `${name}="a b" # c`]))
    .join("\n");
}

function entriesOf(dice: Dice): object {
  return Object.fromEntries(
    dice.some(NAMES, 0.3).map((name) => [
      dice.chance(0.1) ? `${name}-key` : name,
      {
        ...(dice.chance(0.3) ? { enabled: dice.chance(0.4) } : {}),
        ...(dice.chance(0.4)
          ? { apiKey: dice.pick(["secret", "${ALPHA_KEY}", "", "${UNSET_VAR}"]) }
          : {}),
        ...(dice.chance(0.3)
          ? { env: { [dice.pick(VARIABLES)]: dice.pick(["v", "", "${BETA_TOKEN}"]) } }
          : {}),
      },
    ]),
  );
}

function agentsOf(dice: Dice): object | undefined {
  const workspace = dice.pick(["ROOT/ws", "ROOT/ws", "~/ws2", "${WS_VAR}"]);
  return dice.pick([
    undefined,
    { defaults: { workspace } },
    { defaults: { workspace } },
    { entries: { main: { workspace } } },
    { entries: { work: { workspace } } },
    { defaults: { workspace }, entries: { work: {} } },
    { list: [{ id: "main", workspace }] },
    { ownership: "explicit", entries: { work: { workspace }, main: {} } },
    { entries: { work: { workspace }, main: {} } },
    { defaults: { workspace, skills: ["pdf", "notes", "mail"] } },
  ]);
}

/** Far from the seeds of homes. */
const EXTRAS = 1_000_000_000;

/** One home; the same seed gives the same. */
export function homeOf(seed: number): Home {
  const dice = new Dice(seed);
  const files: Record<string, string> = {};
  const programs: string[] = [];
  const links: Record<string, string> = {};
  const environment: Record<string, string> = {};
  const state = dice.chance(0.15) ? "ROOT/state" : "ROOT/home/.openclaw";
  if (state === "ROOT/state") environment["OPENCLAW_STATE_DIR"] = state;
  const config = dice.chance(0.12) ? "ROOT/cfg/c.json5" : `${state}/openclaw.json`;
  if (config === "ROOT/cfg/c.json5") environment["OPENCLAW_CONFIG_PATH"] = config;
  const roots = [
    "ROOT/ws/skills",
    "ROOT/ws/.agents/skills",
    "ROOT/home/ws2/skills",
    "ROOT/home/.openclaw/workspace/skills",
    "ROOT/home/.openclaw/workspace-work/skills",
    `${state}/skills`,
    "ROOT/cfg/skills",
    "ROOT/home/.agents/skills",
    "ROOT/extra",
  ];
  for (const root of roots)
    for (const name of dice.some(NAMES, 0.22)) {
      const folder = dice.chance(0.1) ? `${root}/group/${name}` : `${root}/${name}`;
      files[`${folder}/SKILL.md`] = skillText(dice, dice.chance(0.05) ? `${name}-x` : name);
    }
  files["ROOT/elsewhere/linked/SKILL.md"] = skillText(dice, "linked");
  if (dice.chance(0.3)) links[`${dice.pick(roots)}/linked`] = "ROOT/elsewhere/linked";
  for (const folder of dice.some(FOLDERS, 0.4))
    for (const name of dice.some(["tool-a", "tool-b", "tool-c"], 0.5)) {
      files[`${folder}/${name}`] = "#!/bin/sh\n";
      programs.push(`${folder}/${name}`);
    }
  for (const name of dice.some(VARIABLES, 0.2)) environment[name] = dice.pick(["1", "", " "]);
  if (dice.chance(0.3)) files["ROOT/cwd/.env"] = variablesText(dice);
  if (dice.chance(0.3)) files[`${state}/.env`] = variablesText(dice);
  if (dice.chance(0.1)) files["ROOT/home/.config/openclaw/gateway.env"] = variablesText(dice);
  const extras = extrasOf(new Dice(seed + EXTRAS), state);
  Object.assign(files, extras.files);
  Object.assign(environment, extras.environment);
  const agents = agentsOf(dice);
  const variables = {
    WS_VAR: "ROOT/ws",
    ...Object.fromEntries(dice.some(VARIABLES, 0.15).map((name) => [name, "from-settings"])),
  };
  const settings = {
    plugins: extras.plugins ?? { enabled: false },
    ...(agents === undefined ? {} : { agents }),
    ...(dice.chance(0.7) ? { env: { vars: variables } } : {}),
    ...(dice.chance(0.1) ? { messages: { queue: {} } } : {}),
    skills: {
      ...extras.skills,
      load: {
        watch: false,
        ...extras.load,
        ...(dice.chance(0.3)
          ? { extraDirs: [dice.pick(["ROOT/extra", "~/none", "${WS_VAR}/x"])] }
          : {}),
      },
      entries: entriesOf(dice),
    },
  };
  if (dice.chance(0.12)) {
    const folder = config.slice(0, config.lastIndexOf("/"));
    files[`${folder}/more.json5`] = JSON.stringify(settings.skills);
    files[config] = JSON.stringify({ ...settings, skills: { $include: "./more.json5" } });
  } else {
    // Plugins that come with the program are off, so that a home is all there is.
    const least = { plugins: settings.plugins };
    files[config] = JSON.stringify(dice.chance(0.95) ? settings : least);
  }
  const agent = dice.chance(0.2) ? dice.pick(["main", "work", "ghost"]) : undefined;
  return {
    id: `home-${seed}`,
    files,
    programs,
    links,
    environment,
    ...(agent === undefined ? {} : { agent }),
  };
}
