import { failure } from "../../../platform/index.ts";
import { type Mount, sandboxCodes } from "../../../platform/sandbox/index.ts";
import {
  type Diagnostic,
  type JsonObject,
  quoteForShell,
  SkillError,
} from "../../../skill/index.ts";
import type { SandboxPolicy } from "../../authority/index.ts";
import {
  Caller,
  type CallOptions,
  type RegisteredTool,
  registeredTool,
  type ToolResult,
  type Worker,
} from "../call/index.ts";
import { toolCodes, toolProblem } from "../diagnostics.ts";
import { readSkillTools, type SkillTools } from "../introspect/index.ts";
import {
  findInstaller,
  installPackages,
  packageFolder,
  type PackagePlan,
  planPackages,
  refusedPackages,
  formatInstall,
} from "./dependencies.ts";

import { findSkillFile, PLAIN_NAME, type SkillPlaces } from "./find-skill.ts";
import { ToolRegistry } from "./registry.ts";
import {
  interpreterFor,
  MAX_RESULT_BYTES,
  startWorker,
  type WorkerContext,
  type WorkerPlan,
} from "./start-worker.ts";

/** What has to be known of a skill to load its tools. */
export interface LoadableTools extends Omit<SkillTools, "document" | "reading" | "reason"> {
  readonly reading: { readonly refusals: readonly { readonly message: string }[] };
}

export interface LoadOptions<Tools extends LoadableTools = SkillTools>
  extends SkillPlaces, WorkerContext {
  /** What the skill may touch by its permissions, its tier and what the user said; throws where it is refused. */
  readonly authorize: (skill: Tools) => Promise<SandboxPolicy>;
  /** Whether packages may be installed for it. Default: no. */
  readonly mayInstall?: (plan: PackagePlan, command: string) => boolean | Promise<boolean>;
  /** Where folders of packages are kept. */
  readonly packagesRoot: string;
  /** Hears what installers print. */
  readonly onOutput?: (text: string) => void;
  /** Milliseconds of a clock. */
  readonly now: () => number;
  /** Where the tools are registered; else in a registry of the skill's own. */
  readonly registry?: ToolRegistry;
}

/** A skill whose tools can be called; whoever loads it closes it. */
export class LoadedSkill {
  readonly name: string;
  readonly version?: string;
  readonly tools: readonly RegisteredTool[];
  readonly policy: SandboxPolicy;
  readonly registry: ToolRegistry;
  readonly #caller: Caller;

  constructor(
    parts: Pick<LoadedSkill, "name" | "tools" | "policy" | "registry"> & {
      readonly version?: string;
    },
    caller: Caller,
  ) {
    this.name = parts.name;
    if (parts.version !== undefined) this.version = parts.version;
    this.tools = parts.tools;
    this.policy = parts.policy;
    this.registry = parts.registry;
    this.#caller = caller;
  }

  /** Calls a tool by its own or its qualified name; what goes wrong is told in the result. */
  async call(name: string, given: JsonObject = {}, options: CallOptions = {}): Promise<ToolResult> {
    const tool = this.tools.find((item) => item.name === name || item.qualifiedName === name);
    if (tool === undefined) {
      const names = this.tools.map((item) => `\`${item.name}\``).join(", ");
      const message = `\`${this.name}\` has no tool \`${name}\`; it has ${names}.`;
      throw new SkillError(toolProblem(toolCodes.unknownTool, message));
    }
    return await this.#caller.call(tool, given, options);
  }

  /** Ends the process that waits for calls; the next call starts one anew. */
  async rest(): Promise<void> {
    await this.#caller.rest();
  }

  async close(): Promise<void> {
    this.registry.remove(this.name);
    await this.#caller.close();
  }
}

/** Loads a skill by name or path, in the order of the specification, all or nothing. */
export async function loadSkill(word: string, options: LoadOptions): Promise<LoadedSkill> {
  const { file, shown } = findSkillFile(word, options);
  return await loadTools(await readSkillTools(file, shown), options);
}

/** What of the skill the worker sees, where that is not its folder as it is. */
export interface LoadTarget {
  readonly modulePath: string;
  readonly mounts: readonly Mount[];
}

/** The part of loading that follows the reading. */
export async function loadTools<Tools extends LoadableTools>(
  skill: Tools,
  options: LoadOptions<Tools>,
  place?: LoadTarget,
): Promise<LoadedSkill> {
  const { module } = skill;
  refuseFaulty(skill);
  if (module === undefined)
    throw new SkillError(
      toolProblem(toolCodes.noModule, `The skill \`${skill.name}\` has no tools.`, {
        file: skill.shown,
        hint: "Its instructions need no loading.",
      }),
    );
  const policy = await options.authorize(skill);
  const interpreter = await interpreterFor(module.language, options.environment);
  const packages = await preparePackages(skill, interpreter.program, options);
  const plan: WorkerPlan = {
    language: module.language,
    modulePath: place?.modulePath ?? module.path,
    mounts: place?.mounts ?? [{ path: skill.folder, access: "read" }],
    packages: packages === undefined ? [] : [packages],
    policy,
  };
  const caller = new Caller({
    start: () => startWorker(plan, interpreter, options),
    now: options.now,
    maxResultBytes: options.maxResultBytes ?? MAX_RESULT_BYTES,
    wallSeconds: policy.limits.wallSeconds,
    cpuSeconds: policy.limits.cpuSeconds,
  });
  try {
    const worker = await caller.ready();
    refuseVersion(skill, worker);
    const tools = verifyMarked(skill, worker);
    const registry = options.registry ?? new ToolRegistry();
    registry.add(tools);
    const { version } = skill.skill.identity;
    const named = version === undefined ? {} : { version };
    return new LoadedSkill({ name: skill.name, tools, policy, registry, ...named }, caller);
  } catch (error) {
    await caller.close();
    throw error;
  }
}

/** Why a skill is not loaded, as far as that is known before anything of it runs. */
export function loadProblems({
  diagnostics,
  name,
  shown,
  reading,
}: LoadableTools): readonly Diagnostic[] {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const refused = reading.refusals.map(({ message }) =>
    toolProblem(toolCodes.invalidSkill, message, { file: shown }),
  );
  return [...refused, ...errors, ...nameProblems(name, shown)];
}

/** All that is wrong with a skill, as one refusal. */
function refuseFaulty(skill: LoadableTools): void {
  const { name } = skill;
  const all = loadProblems(skill);
  const [first, ...more] = all;
  if (first === undefined) return;
  throw new SkillError({
    ...first,
    hint: [
      ...(first.hint === undefined ? [] : [first.hint]),
      ...(more.length === 0
        ? []
        : [`And ${more.length} more: \`skillwright tools check ${quoteForShell(name)}\`.`]),
    ].join(" "),
    related: all.map(({ message, file, range }) => ({
      message,
      ...(file === undefined ? {} : { file }),
      ...(range === undefined ? {} : { range }),
    })),
  });
}

/** Folders are named after the skill, and its qualified names have a slash of their own. */
function nameProblems(name: string, shown: string): readonly Diagnostic[] {
  if (PLAIN_NAME.test(name)) return [];
  return [
    toolProblem(
      toolCodes.invalidSkill,
      `The name \`${name}\` is not valid: use letters, digits, dots, hyphens and underscores.`,
      { file: shown, hint: "Change `name` in the frontmatter." },
    ),
  ];
}

/** What runs the module has to be what the skill asks for. */
function refuseVersion({ skill, dialect, shown }: LoadableTools, { version }: Worker): void {
  const range = skill.requirements.python;
  if (range === undefined || version === undefined) return;
  const { trust } = dialect;
  if (trust?.satisfies(version, range) !== false) return;
  throw new SkillError(
    toolProblem(
      toolCodes.noInterpreter,
      `Python ${version} on the \`PATH\` does not fit \`${range}\`.`,
      { file: shown, hint: "Put such a Python before it on the `PATH`." },
    ),
  );
}

/** Nothing is installed for a skill that could not run afterwards. */
async function requireSandbox(runner: LoadOptions["runner"]): Promise<void> {
  const { isUsable, parts } = await runner.walls();
  if (isUsable) return;
  const missing = parts.find(({ state }) => state === "missing");
  throw failure(
    sandboxCodes.noWalls,
    `Installing packages needs a sandbox. ${missing?.says ?? ""}`.trim(),
    missing?.remedy === undefined ? {} : { hint: missing.remedy },
  );
}

async function preparePackages(
  skill: LoadableTools,
  interpreter: string,
  options: Omit<LoadOptions, "authorize">,
): Promise<string | undefined> {
  const { module } = skill;
  if (module === undefined) return undefined;
  const ground = { root: options.packagesRoot, interpreter };
  const plan = planPackages(skill.name, skill.skill, module.language, ground);
  if (plan === undefined) return undefined;
  const [refused] = refusedPackages(plan);
  if (refused !== undefined) throw new SkillError({ ...refused, file: skill.shown });
  if (!plan.isThere) {
    await requireSandbox(options.runner);
    const isAgreed = (await options.mayInstall?.(plan, formatInstall(plan))) ?? false;
    if (!isAgreed)
      throw new SkillError(
        toolProblem(
          toolCodes.notConfirmed,
          `Installing packages for \`${skill.name}\` with \`${formatInstall(plan)}\` needs your confirmation.`,
          { hint: "Add `--install` to install without a question. Nothing was installed." },
        ),
      );
    await installPackages(plan, {
      ...ground,
      environment: options.environment,
      program: findInstaller(plan.manager, interpreter, options.environment),
      timeoutMs: 600_000,
      onOutput: options.onOutput ?? (() => {}),
    });
  }
  return packageFolder(plan);
}

/** The tools of a skill as callers are told of them; nothing has run. */
export function describeTools(skill: LoadableTools): readonly RegisteredTool[] {
  const implemented = new Map(skill.module?.tools.toReversed().map((tool) => [tool.name, tool]));
  const { version } = skill.skill.identity;
  const named = { name: skill.name, ...(version === undefined ? {} : { version }) };
  return (skill.skill.tools.declared ?? []).flatMap((declaration) => {
    const tool = implemented.get(declaration.name);
    return tool === undefined ? [] : [registeredTool(named, declaration, tool)];
  });
}

/** Every tool that is declared was marked by the module itself, and no other. */
function verifyMarked(skill: LoadableTools, worker: Worker): readonly RegisteredTool[] {
  const declared = skill.skill.tools.declared ?? [];
  const tools = describeTools(skill);
  // The module itself says which ones it has marked, and can say more than a skill has room for.
  const marked = new Set(worker.tools);
  const expected = new Set(declared.map(({ name }) => name));
  const lacking = declared.filter(({ name }) => !marked.has(name));
  const extra = worker.tools.filter((name) => !expected.has(name));
  if (lacking.length + extra.length === 0) return tools;
  const [first] = lacking;
  const details = { file: skill.module?.shown ?? skill.shown, hint: "Nothing was registered." };
  throw new SkillError(
    first === undefined
      ? toolProblem(
          toolCodes.undeclared,
          `The import added the tool \`${extra[0] ?? ""}\`, which is not declared.`,
          details,
        )
      : toolProblem(
          toolCodes.notMarked,
          `The tool \`${first.name}\` is not marked as one after the import.`,
          details,
        ),
  );
}
