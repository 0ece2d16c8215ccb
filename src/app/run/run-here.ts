/** Runs a skill of this machine, without a server. */
import type { StreamEvent } from "../../client/index.ts";
import { skillEnvironment } from "../../library/index.ts";
import { type Environment, failure, parentOf, resolvePath } from "../../platform/index.ts";
import { findHome } from "../../platform/process/index.ts";
import { recoverFolders, verifyInstalled } from "../../registry/lock/index.ts";
import {
  execute,
  isPublicEvent,
  missingInput,
  previewRun,
  type Retrieve,
  type RunEvent,
  type RunPorts,
  type RunPreview,
  type RunRequest,
} from "../../run/execute/index.ts";
import {
  chooseDialect,
  type Diagnostic,
  quoteForShell,
  type ReadSkill,
  readSkill,
  SkillError,
} from "../../skill/index.ts";
import type { LanguageModels } from "../../run/models/index.ts";
import type { Context } from "../context.ts";
import { fail } from "../errors.ts";
import { findSettings } from "../library/settings.ts";
import { findOne, readOne } from "../machine/inputs.ts";
import type { LocalComputer } from "../machine/local-computer.ts";
import { trustedKeys } from "../registry/trusted-keys.ts";
import type { DataChoice, LocalKnowledge } from "../server/servers.ts";
import { renderFailure, type Step } from "../text.ts";
import type { Agreement } from "../tools/local-tools.ts";
import { readAttachments } from "./attachments.ts";
import { toSteps } from "./events.text.ts";
import { inputValues } from "./input-values.ts";
import { openToolsHere } from "./tools-here.ts";

export interface RunInput extends Agreement, DataChoice {
  readonly skill: string;
  readonly arguments: readonly string[];
  readonly input: readonly string[];
  readonly attach: readonly string[];
  readonly model?: string;
  /** Knowledge bases that the user lets the skill read. */
  readonly kb: readonly string[];
  readonly dialect?: string;
  readonly dryRun: boolean;
  readonly noTools: boolean;
  readonly install: boolean;
}

export interface RunEnd {
  readonly isFine: boolean;
}

type LocalContext = Context & Required<Pick<Context, "computer" | "server">>;

/** Gives what would be sent, or runs it. */
export async function* runHere(
  context: LocalContext,
  input: RunInput,
): AsyncGenerator<Step, RunEnd | RunPreview, void> {
  const { computer } = context;
  const { skill: word, model, arguments: words, dryRun } = input;
  if (word !== "-") await recoverFolders([resolvePath(word), parentOf(resolvePath(word))]);
  const read = readLocal(word, input.dialect);
  await requireUnchanged(computer, word, input.policy);
  const { skill, dialect } = read;
  const request: RunRequest = {
    skill,
    dialect,
    inputs: inputValues(computer.folder, input.input),
    ...(words.length === 0 ? {} : { arguments: words.join(" ") }),
    files: readAttachments(computer.folder, input.attach),
    ...(model === undefined ? {} : { model }),
  };
  const models = await openModelsFor(context, buildEnvironment(context, read));
  // Whether there is a model is told before anything begins.
  if (!dryRun) models.resolve(model);
  const { retrieve, close } = await knowledgeHere(context, skill.execution.knowledgeBase, input);
  const problems: Diagnostic[] = [];
  const ports: RunPorts = {
    models,
    onProblem: (problem) => problems.push(problem),
    ...(retrieve === undefined ? {} : { retrieve }),
  };
  try {
    if (dryRun) return await preview(request, ports, context.signal);
    const box = await openToolsHere(computer, input, (problem) => showProblem(context, problem));
    const events = execute(request, {
      ...ports,
      // The run closes them when it ends.
      ...(box === undefined ? {} : { openTools: async () => box }),
    });
    return { isFine: yield* toSteps(toStream(events)) };
  } finally {
    // At the end, so that they do not stand in the middle of the answer.
    for (const problem of problems) showProblem(context, problem);
    await close();
  }
}

async function openModelsFor(
  { models }: LocalContext,
  environment: Environment,
): Promise<LanguageModels> {
  if (models === undefined) throw fail("app/no-models", undefined);
  return await models(environment);
}

function showProblem({ person }: Context, problem: Diagnostic): void {
  person?.show(renderFailure(problem, person.screen.style));
}

/** A file that its system would not load is not run either. */
function readLocal(word: string, id: string | undefined): ReadSkill {
  const { file, bytes } = readOne(word, undefined);
  const dialect = id === undefined ? {} : { dialect: chooseDialect(id).id };
  const { value } = readSkill(bytes, { path: file.shown, ...dialect });
  const refusal = value?.reading.refusals[0];
  if (value !== undefined && refusal === undefined) return value;
  throw refused({
    code: "cli/no-skill",
    severity: "error",
    message: refusal?.message ?? "The file is not a skill.",
    file: file.shown,
    hint: `\`skillwright lint ${quoteForShell(word)}\` shows what is wrong with it.`,
  });
}

function refused(diagnostic: Diagnostic): SkillError {
  return new SkillError(diagnostic, { exit: 1 });
}

/** Throws for what was changed since it was installed or signed. */
async function requireUnchanged(
  computer: LocalComputer,
  word: string,
  policy: readonly string[],
): Promise<void> {
  if (word === "-") return;
  const { checkStatesBeforeLoading } = await import("../registry/states.ts");
  await checkStatesBeforeLoading(computer, [parentOf(findOne(word).path)], { policy });
  await verifyInstalled(
    parentOf(resolvePath(findOne(word).path)),
    trustedKeys(computer, undefined, policy),
  );
}

/**
 * The own environment with what the user's settings of the skill's system give to this skill alone. A file in the
 * working directory may be that of a stranger, who must not choose where a key of the user goes.
 */
function buildEnvironment(context: LocalContext, { skill, dialect }: ReadSkill): Environment {
  const { environment } = context.computer;
  const own = { environment, folder: findHome(environment) };
  const { config } = findSettings(dialect, undefined, own);
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
  for (const problem of scope.problems) showProblem(context, problem);
  return scope.reveal();
}

async function preview(
  request: RunRequest,
  ports: RunPorts,
  signal: AbortSignal,
): Promise<RunPreview> {
  const missing = missingInput(request.skill.template.inputs ?? [], request.inputs);
  if (missing === undefined) return await previewRun(request, ports, signal);
  throw refused({ code: "cli/usage", severity: "error", message: missing });
}

/**
 * The knowledge base of this machine that a skill asks for, where the user named it too: a stranger may have written the
 * skill, and what it is told goes to a model, and from there to its tools. Nothing is made where there are none.
 */
async function knowledgeHere(
  { server }: LocalContext,
  knowledgeBase: string | undefined,
  input: RunInput,
): Promise<Partial<Pick<LocalKnowledge, "retrieve">> & Pick<LocalKnowledge, "close">> {
  if (knowledgeBase === undefined || knowledgeBase === "") return { close: nothing };
  if (!input.kb.includes(knowledgeBase))
    return { retrieve: (name) => Promise.reject(notNamed(name)), close: nothing };
  const local = await server.knowledge(input);
  if (local === undefined)
    return { retrieve: (name) => Promise.reject(noKnowledge(name)), close: nothing };
  const retrieve: Retrieve = async (name, ...more) => {
    try {
      return await local.retrieve(name, ...more);
    } catch (error) {
      const isMissing =
        SkillError.isInstance(error) && error.diagnostic.code === "knowledge/not-found";
      throw isMissing ? noKnowledge(name) : error;
    }
  };
  return { retrieve, close: local.close };
}

async function nothing(): Promise<void> {}

function notNamed(name: string): Error {
  return failure(
    "cli/no-knowledge",
    `The skill asks for your knowledge base \`${name}\`, which you did not name; it ran without it.`,
    { hint: `\`--kb ${quoteForShell(name)}\` lets it read what is in there.` },
  );
}

function noKnowledge(name: string): Error {
  return failure(
    "cli/no-knowledge",
    `No knowledge base \`${name}\` on this machine; the skill ran without it.`,
    {
      hint: `\`skillwright kb add ${quoteForShell(name)} FILE…\` makes it, \`--server\` runs a skill of a server.`,
    },
  );
}

async function* toStream(
  events: AsyncGenerator<RunEvent, void>,
): AsyncGenerator<StreamEvent, void> {
  for await (const event of events)
    // The data of events is plain, as it goes over the wire elsewhere.
    if (isPublicEvent(event))
      yield { event: event.kind, data: event.data as unknown as StreamEvent["data"] };
}
