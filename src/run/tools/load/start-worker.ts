import { type Environment, fileExists } from "../../../platform/index.ts";
import {
  findNode,
  type Interpreter,
  type Mount,
  pythonInterpreter,
} from "../../../platform/sandbox/index.ts";
import { SkillError } from "../../../skill/index.ts";
import type { SandboxPolicy } from "../../authority/index.ts";
import type { Runner } from "../../sandbox/index.ts";
import { Worker } from "../call/index.ts";
import { toolCodes, toolProblem } from "../diagnostics.ts";
import type { ModuleLanguage } from "../introspect/index.ts";

import { fileURLToPath } from "node:url";

/** Bytes of a result at most, unless a caller says otherwise. */
export const MAX_RESULT_BYTES: number = 1024 * 1024;

/** A worker waits between calls, which have limits of their own, on what they print as well. */
const WORKER_SECONDS = 24 * 60 * 60;
const WORKER_OUTPUT = 1024 * 1024 * 1024;

export interface WorkerPlan {
  readonly language: ModuleLanguage;
  /** The module as the worker sees it. */
  readonly modulePath: string;
  /** What the module needs to be seen: the folder of the skill. */
  readonly mounts: readonly Mount[];
  /** Folders of installed packages. */
  readonly packages: readonly string[];
  readonly policy: SandboxPolicy;
}

export interface WorkerContext {
  readonly runner: Runner;
  readonly folder: string;
  readonly home: string;
  readonly environment: Environment;
  readonly maxResultBytes?: number;
}

/** The interpreter of a language on this machine. */
export async function interpreterFor(
  language: ModuleLanguage,
  environment: Environment,
): Promise<Interpreter> {
  const path = environment["PATH"] ?? "";
  const isPython = language === "python";
  const found = isPython ? await pythonInterpreter(path, environment) : findNode(path);
  if (found !== undefined) return found;
  const [message, hint] = isPython
    ? ["`python3`, which runs `tools.py`, is not on the `PATH`.", "Install Python 3.10 or later."]
    : [
        "`node`, which runs tools in JavaScript, is not on the `PATH`.",
        "Install Node 24 or later.",
      ];
  throw new SkillError(toolProblem(toolCodes.noInterpreter, message, { hint }));
}

/** Starts a process in the sandbox and has it import the module. */
export async function startWorker(
  plan: WorkerPlan,
  interpreter: Interpreter,
  ground: WorkerContext,
): Promise<Worker> {
  const { python, node, helper } = findWorkers();
  const isPython = plan.language === "python";
  const program = isPython ? python : node;
  const most = ground.maxResultBytes ?? MAX_RESULT_BYTES;
  const words = isPython
    ? ["-I", "-S", "-B", program, plan.modulePath, String(most), ...plan.packages]
    : [
        "--disable-warning=ExperimentalWarning",
        "--experimental-strip-types",
        program,
        plan.modulePath,
        helper,
        String(most),
        ...plan.packages,
      ];
  const { limits } = plan.policy;
  const policy = {
    ...plan.policy,
    limits: { ...limits, wallSeconds: WORKER_SECONDS, outputBytes: WORKER_OUTPUT },
  };
  const process = await ground.runner.start(
    { program: interpreter.program, arguments: words },
    policy,
    {
      home: ground.home,
      folder: ground.folder,
      environment: ground.environment,
      mounts: [
        ...interpreter.mounts,
        read(program),
        ...(isPython ? [] : [read(helper)]),
        ...plan.packages.map(read),
        ...plan.mounts,
      ],
    },
  );
  return Worker.start(process, { maxLineBytes: most * 2 + 4096, maxPrinted: limits.outputBytes });
}

function read(path: string): Mount {
  return { path, access: "read" };
}

/** Programs that run beside this one, in processes of their own. */
interface WorkerFiles {
  readonly python: string;
  readonly node: string;
  /** What modules import as `skillwright/tools`. */
  readonly helper: string;
}

/** They lie beside the folder of this file, in the sources as in the build. */
function findWorkers(): WorkerFiles {
  const helpers = [at("../tools/index.js"), at("../helper/index.ts")];
  const helper = helpers.find((url) => fileExists(url)) ?? at("../helper/index.ts");
  return {
    python: fileURLToPath(at("../workers/worker.py")),
    node: fileURLToPath(at("../workers/worker.mjs")),
    helper: fileURLToPath(helper),
  };
}

function at(path: string): URL {
  return new URL(path, import.meta.url);
}
