/** A home laid out in a new folder, asked of a program, and what both sides say of its skills in one form. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { listSystem } from "../../src/app/library/owned.ts";
import type { Computer, SystemSelection } from "../../src/app/library/selection.ts";
import { oneSystem } from "../../src/app/library/systems.ts";
import { thisMachine } from "../../src/platform/machine/index.ts";
import { SkillError } from "../../src/skill/index.ts";
import type { Home } from "./homes.ts";

const EDITION = "openclaw@2026.9";

function layOut(home: Home, root: string): void {
  const place = (text: string): string => text.replaceAll("ROOT", root);
  for (const folder of ["home/.openclaw", "cwd", "none", "ws"])
    mkdirSync(join(root, folder), { recursive: true });
  for (const [path, text] of Object.entries(home.files)) {
    mkdirSync(dirname(place(path)), { recursive: true });
    writeFileSync(place(path), place(text));
  }
  for (const path of home.programs) chmodSync(place(path), 0o755);
  for (const [path, target] of Object.entries(home.links)) {
    mkdirSync(dirname(place(path)), { recursive: true });
    symlinkSync(place(target), place(path));
  }
}

/** What both sides say of a skill. */
export interface Told {
  readonly name: string;
  readonly description: string;
  readonly source: string;
  readonly isEligible: boolean;
  readonly isDisabled: boolean;
  readonly missing: readonly string[];
}

interface Theirs {
  readonly skills?: readonly {
    readonly name: string;
    readonly description: string;
    readonly source: string;
    readonly eligible: boolean;
    readonly disabled: boolean;
    readonly blockedByAgentFilter: boolean;
    readonly blockedByAllowlist: boolean;
    readonly missing: { readonly [list: string]: readonly string[] };
  }[];
}

interface Ours {
  readonly skills: readonly {
    readonly name?: string;
    readonly description?: string;
    readonly source: string;
    readonly isEligible: boolean;
    readonly reasons: readonly { readonly code: string; readonly names?: readonly string[] }[];
  }[];
}

const MISSING: { readonly [code: string]: string } = {
  "missing-bin": "bins",
  "missing-any-bin": "anyBins",
  "missing-env": "env",
  "missing-config": "config",
  "wrong-os": "os",
};
const ASIDE = new Set([
  "shadowed",
  "invalid",
  "unreadable",
  "link-refused",
  "hard-link",
  "wrong-file-name",
]);

function byName(skills: readonly Told[]): readonly Told[] {
  return skills.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function readTheirs(stdout: string): Answer {
  // What it says that it refuses is no JSON in every case.
  if (!stdout.startsWith("{")) return "refused";
  const { skills } = JSON.parse(stdout) as Theirs;
  if (skills === undefined) return "refused";
  return byName(
    skills.map((skill) => ({
      name: skill.name,
      description: skill.description,
      source: skill.source,
      isEligible: skill.eligible && !skill.blockedByAgentFilter && !skill.blockedByAllowlist,
      isDisabled: skill.disabled,
      missing: Object.entries(skill.missing)
        .flatMap(([list, names]) => names.map((name) => `${list} ${name}`))
        .sort(),
    })),
  );
}

/**
 * The list of OpenClaw takes `Linux` for `linux`, its prompt does not. What the model gets is what counts for us
 * (docs/reference/editions.md), so that a name in another spelling is no difference.
 */
function asListed(skill: Ours["skills"][number]): Ours["skills"][number] {
  const reasons = skill.reasons.filter(
    ({ code, names = [] }) =>
      code !== "wrong-os" || !names.some((name) => name.trim().toLowerCase() === process.platform),
  );
  if (reasons.length === skill.reasons.length) return skill;
  return { ...skill, reasons, isEligible: reasons.length === 0 };
}

function toAnswer({ skills }: Ours): Answer {
  return byName(
    skills
      .filter(
        ({ name, reasons }) => name !== undefined && !reasons.some((one) => ASIDE.has(one.code)),
      )
      .map(asListed)
      .map((skill) => ({
        name: skill.name ?? "",
        description: skill.description ?? "",
        source: skill.source,
        isEligible: skill.isEligible,
        isDisabled: skill.reasons.some(({ code: reason }) => reason === "disabled-by-config"),
        missing: skill.reasons
          .flatMap(({ code: reason, names = [] }) =>
            MISSING[reason] === undefined ? [] : names.map((name) => `${MISSING[reason]} ${name}`),
          )
          .sort(),
      })),
  );
}

/** What a program says of a home: the skills, or that it refuses the settings. */
export type Answer = readonly Told[] | "refused";

/** A call of the real program. */
export interface Call {
  readonly words: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Asks the real program, by whoever calls it. */
export async function askTheirs(
  home: Home,
  call: (call: Call) => Promise<string>,
): Promise<Answer> {
  return await inHome(home, async (folder, environment, agent) => {
    const words = ["skills", "list", "--json", ...agent];
    return readTheirs(await call({ words, folder, environment }));
  });
}

/** Asks ours, in this process. */
export async function askOwn(home: Home): Promise<Answer> {
  return await inHome(home, async (folder, environment, [, agent]) => {
    const machine = { ...thisMachine(), environment: () => environment };
    const computer = { folder, environment, machine, tuneGc: () => {}, notify: () => {} };
    const selection: SystemSelection = {
      as: EDITION,
      host: [],
      root: [],
      fresh: false,
      plainText: false,
      ...(agent === undefined ? {} : { agent }),
    };
    try {
      return toAnswer(await listHere(selection, computer));
    } catch (error) {
      if (!SkillError.isInstance(error)) throw error;
      return "refused";
    }
  });
}

async function listHere(selection: SystemSelection, computer: Computer): Promise<Ours> {
  const system = await oneSystem(selection, computer);
  try {
    return listSystem(system, computer.folder);
  } finally {
    await system.library.close();
  }
}

/** In memory, where the system has such a folder: a home is dozens of small files that are gone a moment later. */
const SCRATCH = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

async function inHome<Result>(
  home: Home,
  ask: (
    cwd: string,
    environment: Record<string, string>,
    agent: readonly string[],
  ) => Promise<Result>,
): Promise<Result> {
  const root = mkdtempSync(join(SCRATCH, "skillwright-differential-"));
  try {
    layOut(home, root);
    const environment = {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: join(root, "home"),
      OPENCLAW_BUNDLED_SKILLS_DIR: join(root, "none"),
      NO_COLOR: "1",
      NODE_COMPILE_CACHE: join(tmpdir(), "skillwright-differential-cache"),
      ...Object.fromEntries(
        Object.entries(home.environment).map(([name, value]) => [
          name,
          value.replaceAll("ROOT", root),
        ]),
      ),
    };
    return await ask(
      join(root, "cwd"),
      environment,
      home.agent === undefined ? [] : ["--agent", home.agent],
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
