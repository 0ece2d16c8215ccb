import type { Store } from "../../library/store/index.ts";
import { joinPath } from "../../platform/index.ts";
import { writeTemporaryFolder } from "../../platform/folder/index.ts";
import { createBubblewrapRunner } from "../../platform/sandbox/index.ts";
import { questionsOf, type SandboxPolicy } from "../../run/authority/index.ts";
import type { RunPorts, ToolBox } from "../../run/execute/index.ts";
import { vouchFor } from "../../registry/lock/index.ts";
import { createRunner, type OwnPlaces } from "../../run/sandbox/index.ts";
import {
  loadSkill,
  MODULE_FILES,
  requireWhole,
  type SkillTools,
  toolBoxOf,
  toolCodes,
  toolProblem,
} from "../../run/tools/index.ts";
import { SkillError } from "../../skill/index.ts";
import type { Database } from "../data/index.ts";
import { grantedTo } from "./grants.ts";
import { policyHere } from "./rights.ts";
import { readStaged } from "./staged-files.ts";

export interface SkillToolsOptions {
  /** Holds the files of every skill under its name. */
  readonly store: Store;
  /** Knows which files are programs, and what was granted to whom. */
  readonly database: Database;
  /** Absent: the operator allows no tools. */
  readonly sandbox?: ToolSandbox;
}

export interface ToolSandbox {
  /** Permissions that the operator agrees to for every skill. */
  readonly allow: readonly string[];
  /** Where interpreters and the sandbox are found; nothing else of it reaches a tool. */
  readonly path: string;
  readonly packagesRoot: string;
  /** What the server keeps. */
  readonly own: OwnPlaces;
  readonly now: () => number;
}

type OpenTools = NonNullable<RunPorts["openTools"]>;

/**
 * The tools of a skill that the server keeps, for one run: users share no process, and what a tool leaves in its
 * memory is gone with the run. Where the operator allows none, a run that would have some is told so.
 */
export function openSkillTools({ store, database, sandbox }: SkillToolsOptions): OpenTools {
  const load = sandbox === undefined ? undefined : loaderOf(sandbox);
  return async ({ skill }) => {
    const { name } = skill.identity;
    if (name === undefined || !(await hasModule(store, name))) return undefined;
    if (load === undefined) throw switchedOff();
    const { files, executables, digest } = await readStaged({ store, database }, name);
    const granted = await grantedTo({ database }, name, digest);
    const stage = writeTemporaryFolder(name, files, executables);
    try {
      return closing(await load(stage.path, granted), stage.close);
    } catch (error) {
      stage.close();
      throw error;
    }
  };
}

function loaderOf({
  allow,
  path,
  packagesRoot,
  own,
  now,
}: ToolSandbox): (folder: string, granted: readonly string[]) => Promise<ToolBox> {
  const runner = createRunner(createBubblewrapRunner({ path, now, random: Math.random }), own);
  return async (folder, granted) =>
    toolBoxOf(
      await loadSkill(joinPath(folder, "SKILL.md"), {
        folder,
        home: folder,
        environment: { PATH: path },
        runner,
        packagesRoot,
        now,
        authorize: async (skill) => await authorize(skill, [...allow, ...granted]),
      }),
    );
}

/**
 * Here anybody may bring a skill, so that nothing is given to an experimental one without a word of the operator,
 * not even what its user could agree to on a machine of his own.
 */
async function authorize(skill: SkillTools, allow: readonly string[]): Promise<SandboxPolicy> {
  // Nobody is trusted here for a tier; a signature that does not fit is refused all the same.
  await vouchFor(skill.folder, new Map());
  const found = policyHere(skill, allow);
  const [asked] = questionsOf(found);
  if (asked !== undefined)
    throw new SkillError(
      toolProblem(
        toolCodes.refusedPermission,
        `The operator does not allow the permission \`${asked.permission}\` that \`${skill.name}\` asks for.`,
        {
          hint: "An administrator can grant it to the skill, or to all with the setting `tools.allow`.",
        },
      ),
    );
  requireWhole(skill, found, { allowsExperimental: true });
  return found;
}

function switchedOff(): SkillError {
  return new SkillError(
    toolProblem(
      toolCodes.notConfirmed,
      "Tools of skills are switched off; the operator can allow them with the setting `tools`.",
    ),
  );
}

async function hasModule(store: Store, name: string): Promise<boolean> {
  for await (const key of store.keys(`${name}/tools.`))
    if (MODULE_FILES.includes(key.slice(name.length + 1))) return true;
  return false;
}

function closing(box: ToolBox, after: () => void): ToolBox {
  return {
    ...box,
    close: async () => {
      await box.close();
      after();
    },
  };
}
