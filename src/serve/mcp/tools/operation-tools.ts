/** Tools that are made from the list of operations: arguments to input, output to text and structured content. */
import type { CallToolResult, Icon } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { InlineSkill } from "../../../app/fields.ts";
import type { ServedLibrary } from "../../../app/jobs/index.ts";
import { completeInput, FileBudget, inlineSkill, resolveSkills } from "../../../app/input.ts";
import { createInlineSystems } from "../../../app/library/served-systems.ts";
import type { Operation } from "../../../app/operation.ts";
import { operations } from "../../../app/operations.ts";
import { plainText } from "../../../app/plain-text.ts";
import { toInputSchema } from "../../../app/schema.ts";
import { type Jobs, operationLimits } from "../../../hub/jobs/index.ts";
import type { InlineSkillInput } from "../../../library/session/index.ts";
import {
  isObject,
  type JsonObject,
  SkillError,
  withoutControls,
} from "../../../skill/model/index.ts";
import { cleanTexts, type CatalogView, SKILL_FILE } from "../../../app/catalog/index.ts";
import { answer, refusal, unknownSkill } from "./answer.ts";
import { lineIcon } from "../early/icons.ts";
import type { SkillTool, ToolPorts, ToolProvider } from "./provider.ts";
import { servedFiles, servedSources } from "./served-files.ts";

export interface OperationToolOptions {
  readonly version: string;
  /**
   * Runs operations for clients elsewhere, on whose machines every program counts as installed. Default: in this
   * process, whose user is the only one.
   */
  readonly jobs?: Jobs;
}

const ICONS: { readonly [tool: string]: readonly Icon[] } = {
  explain_skill: lineIcon(
    "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 17v.01M9.5 9.5a2.5 2.5 0 1 1 2.5 3v1",
  ),
  scan_skill: lineIcon("M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zM9 12l2 2 4-4"),
};
const DEFAULT_ICON = lineIcon("M5 12l5 5L20 7");

/** A tool for each operation that is offered over MCP. */
export async function loadOperationTools(options: OperationToolOptions): Promise<ToolProvider> {
  const loaded = await Promise.all(
    operations.map(async ({ id, summary, load }) => {
      const operation = await load();
      const { expose, output } = operation;
      if (expose.mcp === undefined || output === undefined) return undefined;
      return toTool({ id, summary, name: expose.mcp, operation, output: await output() }, options);
    }),
  );
  const tools = loaded.filter((tool) => tool !== undefined);
  return { id: "operations", tools: () => tools };
}

interface Loaded {
  readonly id: string;
  readonly summary: string;
  readonly name: string;
  readonly operation: Operation;
  readonly output: z.ZodType;
}

function toTool(loaded: Loaded, options: OperationToolOptions): SkillTool {
  const { summary, name, operation, output } = loaded;
  const { title, details } = operation;
  if (!(output instanceof z.ZodObject)) throw new Error(`The output of ${name} is no object.`);
  return {
    name,
    title,
    description: `${summary} ${details}`,
    input: toInputSchema(operation.input),
    output,
    annotations: {
      title,
      // Whoever calls from elsewhere has no files here that could be written.
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    icons: ICONS[name] ?? DEFAULT_ICON,
    tags: ["skills"],
    version: "1.0.0",
    timeoutMs: 10_000,
    run: async (given, ports, signal) => await runTool(loaded, given, ports, signal, options),
  };
}

async function runTool(
  loaded: Loaded,
  given: unknown,
  ports: ToolPorts,
  signal: AbortSignal,
  options: OperationToolOptions,
): Promise<CallToolResult> {
  const { operation } = loaded;
  const { view } = ports;
  try {
    const complete = completeInput(operation.input, toInputSchema(operation.input).parse(given));
    const room = new FileBudget(MOST_BYTES);
    const input = await resolveSkills(operation.input, complete, (name, isWhole) =>
      readServed(view, name, isWhole ? room : undefined),
    );
    const { output, text } = await runOperation(loaded, input, ports, signal, options);
    return answer(cleanTexts(output), withoutControls(text));
  } catch (error) {
    if (error instanceof TooLong)
      return refusal(
        `The answer has more than ${MOST_CHARACTERS} characters. Ask about fewer skills, or smaller ones.`,
      );
    if (error instanceof UnknownSkill) return unknownSkill(view.current, error.message);
    if (!SkillError.isInstance(error)) throw error;
    const { message, hint, code } = error.diagnostic;
    const text = hint === undefined ? message : `${message} ${hint}`;
    return { content: [{ type: "text", text }], isError: true, _meta: { code } };
  }
}

async function runOperation(
  { id, operation }: Loaded,
  input: unknown,
  { view, jobOwner: owner }: ToolPorts,
  signal: AbortSignal,
  { version, jobs }: OperationToolOptions,
): Promise<Shown> {
  const isAboutServed = operation.needs.includes("systems");
  // Of the skills that are served the server has made sense already.
  if (isAboutServed && jobs === undefined) {
    const ports = { version, signal, warn: () => {}, systems: toSystems(view) };
    const output = await operation.run(ports, input);
    return {
      // An object by its schema; some are classes that say how they are written.
      output: JSON.parse(JSON.stringify(output)) as JsonObject,
      text: await plainText(operation, output, input, version),
    };
  }
  const runner = jobs ?? (await import("../../../app/jobs/index.ts")).openLocalJobs();
  const request = {
    id,
    input,
    version,
    isShown: true,
    ...(isAboutServed ? { library: toLibrary(view, input) } : {}),
  };
  const options = {
    signal,
    ...operationLimits[operation.limit ?? "check"],
    ...(owner === undefined ? {} : { owner }),
  };
  const answered = await runner.run("run-operation", request, options);
  if (answered.length > MOST_CHARACTERS) throw new TooLong();
  return JSON.parse(answered) as Shown;
}

/** What an operation gives, and the same for people: made together, since either can take long for a long text. */
interface Shown {
  readonly output: JsonObject;
  readonly text: string;
}

/** No model reads more. */
const MOST_CHARACTERS = 1_000_000;

/** Bytes of skills that are sent along with all their files. */
const MOST_BYTES = 8_000_000;

class TooLong extends Error {}

/** For a worker: the skills of the name that is asked about; all where there is none, to say what is near. */
function toLibrary({ current, judge }: CatalogView, input: unknown): ServedLibrary {
  const { as, host, machine, facts } = judge.options;
  const settings = facts?.();
  const name = isObject(input) ? input["name"] : undefined;
  const all = servedSources(current);
  const meant = typeof name === "string" ? all.filter(({ names }) => names.includes(name)) : [];
  return {
    skills: (meant.length === 0 ? all : meant).map(({ path, file }) => ({ path, file })),
    served: typeof name === "string" ? servedFiles(current, name) : [],
    environment: { ...machine?.environment() },
    ...(as === undefined ? {} : { as: as.id }),
    ...(settings === undefined ? {} : { settings }),
    ...(host === undefined ? {} : { host }),
  };
}

function toSystems(view: CatalogView): ReturnType<typeof createInlineSystems> {
  const { as, host, machine, facts } = view.judge.options;
  const settings = facts?.();
  return createInlineSystems({
    skills: () => readSkills(view),
    served: (name) => servedFiles(view.current, name),
    ...(as === undefined ? {} : { as }),
    ...(host === undefined ? {} : { host }),
    ...(machine === undefined ? {} : { machine }),
    ...(settings === undefined ? {} : { settings }),
  });
}

function readSkills({ current }: CatalogView): readonly InlineSkillInput[] {
  return [
    ...current.skills.map(({ shown, reading }) => ({ path: shown, document: reading.document })),
    ...current.leftOut.flatMap(({ path, prepared }) =>
      prepared === undefined ? [] : [{ path, document: prepared.reading.document }],
    ),
  ];
}

class UnknownSkill extends Error {}

/** The text of a skill that is served, as its author wrote it. */
async function readServed(
  view: CatalogView,
  name: string,
  room: FileBudget | undefined,
): Promise<InlineSkill> {
  await view.demand(name);
  const skill = view.current.byPath.get(name);
  if (skill?.isListed !== true) throw new UnknownSkill(name);
  const read = await view.read((catalog) => catalog.byPath.get(name)?.authored);
  if (read === undefined) throw new UnknownSkill(name);
  return await inlineSkill(skill.shown, read.bytes, {
    room,
    list: () => [...skill.files.values()].filter(({ path }) => path !== SKILL_FILE),
    read: async ({ path }) =>
      (await view.read((catalog) => catalog.byPath.get(name)?.files.get(path)))?.bytes,
  });
}
