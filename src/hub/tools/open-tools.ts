import type { Store } from "../../library/store/index.ts";
import { joinPath } from "../../platform/index.ts";
import { writeTemporaryFolder } from "../../platform/folder/index.ts";
import { createFairQueue } from "../../platform/machine/index.ts";
import type { NameResolver } from "../../platform/network/index.ts";
import { createBubblewrapRunner } from "../../platform/sandbox/index.ts";
import { listQuestions, type SandboxPolicy } from "../../run/authority/index.ts";
import type { RunPorts, ToolBox } from "../../run/execute/index.ts";
import { verifyInstalled } from "../../registry/lock/index.ts";
import { createRunner, type OwnPlaces } from "../../run/sandbox/index.ts";
import {
  type LoadableTools,
  loadTools,
  requireWhole,
  createToolBox,
  toolCodes,
  toolProblem,
} from "../../run/tools/index.ts";
import { dialects, SkillError } from "../../skill/index.ts";
import type { Database } from "../data/index.ts";
import type { Jobs, ToolReadResult } from "../jobs/index.ts";
import { grantedTo } from "./grants.ts";
import { policyHere } from "./rights.ts";
import { hasModule, readStaged } from "./staged-files.ts";

export interface SkillToolsOptions {
  /** Holds the files of every skill under its name. */
  readonly store: Store;
  /** Knows which files are programs, and what was granted to whom. */
  readonly database: Database;
  /** Reads the skill and its module. */
  readonly jobs: Jobs;
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
  /** Looks up the names that tools ask for. Default: the resolver of this process. */
  readonly names?: NameResolver;
  /** Runs that have tools at one time; each keeps its sandbox until it ends. Default: 16. */
  readonly atOnce?: number;
}

const AT_ONCE = 16;

export type OpenToolsFor = (userId: string) => NonNullable<RunPorts["openTools"]>;

/**
 * The tools of a skill that the server keeps, for one run: users share no process, and what a tool leaves in its
 * memory is gone with the run. Where the operator allows none, a run that would have some is told so.
 */
export function openSkillTools({
  store,
  database,
  jobs,
  sandbox,
}: SkillToolsOptions): OpenToolsFor {
  const load = sandbox === undefined ? undefined : createLoader(sandbox);
  const atOnce = sandbox?.atOnce ?? AT_ONCE;
  const places = createFairQueue(atOnce, Math.ceil(atOnce / 2));
  return (userId) =>
    async ({ skill }, signal) => {
      const { name } = skill.identity;
      if (name === undefined || !(await hasModule(store, name))) return undefined;
      if (load === undefined) throw switchedOff();
      const giveBack = await places.take(userId, signal);
      let close = giveBack;
      try {
        const { files, executables, digest } = await readStaged({ store, database }, name);
        const granted = await grantedTo({ database }, name, digest);
        const stage = writeTemporaryFolder(name, files, executables);
        close = () => {
          stage.close();
          giveBack();
        };
        const file = joinPath(stage.path, "SKILL.md");
        const read = await jobs.run("read-tools", file, { owner: userId, signal });
        return closing(await load(toLoadable(read), granted), close);
      } catch (error) {
        close();
        throw error;
      }
    };
}

function createLoader({
  allow,
  path,
  packagesRoot,
  own,
  now,
  names,
}: ToolSandbox): (skill: LoadableTools, granted: readonly string[]) => Promise<ToolBox> {
  const confined = createBubblewrapRunner({
    path,
    now,
    random: Math.random,
    ...(names === undefined ? {} : { names }),
  });
  const runner = createRunner(confined, own);
  return async (skill, granted) =>
    createToolBox(
      await loadTools(skill, {
        folder: skill.folder,
        home: skill.folder,
        environment: { PATH: path },
        runner,
        packagesRoot,
        now,
        authorize: async () => await authorize(skill, [...allow, ...granted]),
      }),
    );
}

function toLoadable({ dialect: id, refusals, ...read }: ToolReadResult): LoadableTools {
  const dialect = dialects.find((one) => one.id === id);
  if (dialect === undefined) throw new Error("A worker knows the same systems.");
  return { ...read, dialect, reading: { refusals: refusals.map((message) => ({ message })) } };
}

/**
 * Here anybody may bring a skill, so that nothing is given to an experimental one without a word of the operator,
 * not even what its user could agree to on a machine of his own.
 */
async function authorize(skill: LoadableTools, allow: readonly string[]): Promise<SandboxPolicy> {
  // Nobody is trusted here for a tier; a signature that does not fit is refused all the same.
  await verifyInstalled(skill.folder, new Map());
  const found = policyHere(skill, allow);
  const [asked] = listQuestions(found);
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

function closing(box: ToolBox, after: () => void): ToolBox {
  return {
    ...box,
    close: async () => {
      try {
        await box.close();
      } finally {
        after();
      }
    },
  };
}
