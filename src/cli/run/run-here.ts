/** Runs a skill of this machine, without a server. */
import type { StreamEvent } from "../../client/index.ts";
import { skillEnvironment } from "../../library/index.ts";
import {
  type Environment,
  fileExists,
  joinPath,
  parentOf,
  resolvePath,
} from "../../platform/index.ts";
import { findHome } from "../../platform/process/index.ts";
import { settleFolders, vouchFor } from "../../registry/lock/index.ts";
import {
  execute,
  isTold,
  missingInput,
  previewRun,
  type RunEvent,
  type RunPorts,
  type RunRequest,
  type ToolBox,
} from "../../run/execute/index.ts";
import { openModels } from "../../run/models/index.ts";
import {
  type Diagnostic,
  quoteForShell,
  type ReadSkill,
  readSkill,
  SkillError,
} from "../../skill/index.ts";
import { type Context, FINDINGS } from "../context.ts";
import { dialectOption } from "../dialect-option.ts";
import { findOne, readOne } from "../../app/machine/inputs.ts";
import { findSettings } from "../../app/library/settings.ts";
import { trustedKeys } from "../../app/registry/trusted-keys.ts";
import { renderFailure } from "../../app/text.ts";
import { modelSettings } from "./model-settings.ts";
import { inputValues } from "./input-values.ts";
import { knowledgeHere } from "./knowledge-here.ts";
import { showEvents } from "./show-events.ts";
import { showPreview } from "./show-preview.ts";

export async function runHere(context: Context): Promise<number> {
  const [word = ".", ...words] = context.arguments;
  if (word !== "-") await settleFolders([resolvePath(word), parentOf(resolvePath(word))]);
  const read = readLocal(context, word);
  if (read === undefined) return FINDINGS;
  await requireUnchanged(context, word);
  const { skill, dialect } = read;
  const environment = environmentOf(context, read);
  const model = context.options.text("model");
  const request: RunRequest = {
    skill,
    dialect,
    inputs: inputValues(context),
    ...(words.length === 0 ? {} : { arguments: words.join(" ") }),
    ...(model === undefined ? {} : { model }),
  };
  const models = openModels({
    settings: await modelSettings({ ...context, environment }),
    environment,
  });
  const isDry = context.options.flag("dry-run");
  // Whether there is a model is told before anything begins.
  if (!isDry) models.resolve(model);
  const { retrieve, close } = await knowledgeHere(context, skill.execution.knowledgeBase);
  const problems: Diagnostic[] = [];
  const ports: RunPorts = {
    models,
    onProblem: (problem) => problems.push(problem),
    ...(retrieve === undefined ? {} : { retrieve }),
  };
  try {
    const code = isDry
      ? await showDryRun(context, request, ports)
      : await showRun(context, request, ports);
    // At the end, so that they do not stand in the middle of the answer.
    for (const problem of problems) context.err(renderFailure(problem, context.paintError));
    return code;
  } finally {
    await close();
  }
}

async function showRun(context: Context, request: RunRequest, ports: RunPorts): Promise<number> {
  const box = await toolsHere(context, context.arguments[0] ?? ".");
  if (box === "refused") return FINDINGS;
  const events = execute(request, {
    ...ports,
    // The run closes them when it ends.
    ...(box === undefined ? {} : { openTools: async () => box }),
  });
  return await showEvents(context, toStream(events));
}

/** A file that its system would not load is not run either. */
function readLocal(context: Context, word: string): ReadSkill | undefined {
  const { file, bytes } = readOne(word, undefined);
  const dialect = dialectOption(context);
  const { value } = readSkill(bytes, {
    path: file.shown,
    ...(dialect === undefined ? {} : { dialect: dialect.id }),
  });
  const refusal = value?.reading.refusals[0];
  if (value !== undefined && refusal === undefined) return value;
  const diagnostic: Diagnostic = {
    code: "cli/no-skill",
    severity: "error",
    message: refusal?.message ?? "The file is not a skill.",
    file: file.shown,
    hint: `\`skillwright lint ${quoteForShell(word)}\` shows what is wrong with it.`,
  };
  context.err(renderFailure(diagnostic, context.paintError));
  return undefined;
}

/** Throws for what was changed since it was installed or signed. */
async function requireUnchanged(context: Context, word: string): Promise<void> {
  if (word === "-") return;
  const { askBeforeLoading } = await import("../../app/registry/states.ts");
  const policy = context.options.texts("policy");
  await askBeforeLoading(context, [parentOf(findOne(word).path)], { policy });
  await vouchFor(parentOf(resolvePath(findOne(word).path)), trustedKeys(context));
}

/** The tools of the skill, after the user has agreed to what they may touch; refuses where he has not. */
async function toolsHere(context: Context, word: string): Promise<ToolBox | "refused" | undefined> {
  // What comes from standard input has no folder with a module in it.
  if (word === "-") return undefined;
  const file = findOne(word);
  const folder = parentOf(file.path);
  const { loadSkill, MODULE_FILES, toolBoxOf } = await import("../../run/tools/index.ts");
  const hasTools = MODULE_FILES.some((name) => fileExists(joinPath(folder, name)));
  if (!hasTools || context.options.flag("no-tools")) return undefined;
  const { loadOptionsOf } = await import("./load-options.ts");
  try {
    return toolBoxOf(await loadSkill(file.path, loadOptionsOf(context)));
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    const { hint = "", ...problem } = error.diagnostic;
    const more = `${hint} \`--no-tools\` runs the skill without them.`.trim();
    context.err(renderFailure({ ...problem, hint: more }, context.paintError));
    return "refused";
  }
}

/**
 * The own environment with what the user's settings of the skill's system give to this skill alone. A file in the
 * working directory may be that of a stranger, who must not choose where a key of the user goes.
 */
function environmentOf(context: Context, { skill, dialect }: ReadSkill): Environment {
  const { environment } = context;
  const own = { environment, folder: findHome(environment) };
  const { config } = findSettings(dialect, context.options.text("config"), own);
  if (config === undefined) return environment;
  const { name, configKey } = skill.identity;
  const { primaryEnv, env = [] } = skill.requirements;
  const scope = skillEnvironment(
    {
      name: name ?? "",
      configKeys: [configKey, name].filter((key) => key !== undefined),
      requiredEnv: env,
      ...(primaryEnv === undefined ? {} : { primaryEnv }),
    },
    config,
    environment,
  );
  for (const problem of scope.problems) context.err(renderFailure(problem, context.paintError));
  return scope.reveal();
}

async function showDryRun(context: Context, request: RunRequest, ports: RunPorts): Promise<number> {
  const missing = missingInput(request.skill.template.inputs ?? [], request.inputs);
  if (missing !== undefined) {
    context.err(`${context.paintError("red", `error: ${missing}`)}\n`);
    return FINDINGS;
  }
  return showPreview(context, await previewRun(request, ports, new AbortController().signal));
}

async function* toStream(
  events: AsyncGenerator<RunEvent, void>,
): AsyncGenerator<StreamEvent, void> {
  for await (const event of events)
    // The data of events is plain, as it goes over the wire elsewhere.
    if (isTold(event))
      yield { event: event.kind, data: event.data as unknown as StreamEvent["data"] };
}
