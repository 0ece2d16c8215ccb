import { NO_TELEMETRY, type Telemetry } from "../../platform/telemetry/index.ts";
import type { JsonObject } from "../../skill/index.ts";
import { runError } from "../errors.ts";
import {
  type GenerateRequest,
  type LanguageModels,
  type ModelTool,
  parsedInput,
  type ToolAnswer,
  type ToolCall,
  type ToolTurn,
} from "../models/index.ts";
import { shorten } from "./cut.ts";
import { type RunEvent, thought } from "./event.ts";

export interface ToolBox {
  readonly tools: readonly ModelTool[];
  /** Tells in its answer what went wrong. */
  readonly call: (name: string, input: JsonObject, signal: AbortSignal) => Promise<ToolAnswer>;
  readonly close: () => Promise<void>;
}

export interface TurnContext extends GenerateRequest {
  readonly signal: AbortSignal;
  readonly box?: ToolBox;
}

interface ModelPorts {
  readonly models: LanguageModels;
  readonly telemetry?: Telemetry;
}

/** A model that asks on and on is stopped: every turn sends all that was said before. */
const MAX_TURNS = 16;

/** The answer of a model, with the calls of tools that it asks for in between. */
export async function* answerWith(
  { models, telemetry = NO_TELEMETRY }: ModelPorts,
  { box, ...request }: TurnContext,
): AsyncGenerator<RunEvent, void> {
  const turns: ToolTurn[] = [];
  const offered = box === undefined || box.tools.length === 0 ? {} : { tools: box.tools };
  while (turns.length < MAX_TURNS) {
    const words: string[] = [];
    const asked: ToolCall[] = [];
    yield toPromptEvent(models, request, turns);
    for await (const event of models.generate({ ...request, ...offered, turns }))
      if (event.kind === "text") {
        words.push(event.text);
        yield { kind: "token", data: { content: event.text } };
      } else if (event.kind === "call") asked.push(event.call);
      else {
        const { model, usage, cost } = event;
        yield { kind: "usage", data: { ...usage, model, ...(cost === undefined ? {} : { cost }) } };
      }
    if (asked.length === 0 || box === undefined) return;
    const calls: { call: ToolCall; answer: ToolAnswer }[] = [];
    for (const call of asked)
      calls.push({ call, answer: yield* callTool(traced(box, telemetry), call, request) });
    turns.push({ text: words.join(""), calls });
  }
  throw runError("run/too-many-turns", { turns: MAX_TURNS });
}

function traced(box: ToolBox, telemetry: Telemetry): ToolBox {
  return {
    ...box,
    call: (name, input, signal) => {
      const attributes = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name };
      return telemetry.within(`execute_tool ${name}`, { attributes }, async (span) => {
        const answer = await box.call(name, input, signal);
        if (answer.isError) span.fail("tool-error");
        return answer;
      });
    },
  };
}

function toPromptEvent(
  models: LanguageModels,
  { model: asked, messages }: GenerateRequest,
  turns: readonly ToolTurn[],
): RunEvent {
  const { id: model } = models.resolve(asked);
  return {
    kind: "asked",
    data: {
      model,
      sent: () =>
        [
          ...messages.map(({ content }) => content),
          ...turns.flatMap(({ text, calls }) => [
            text,
            ...calls.flatMap(({ call, answer }) => [call.input, answer.text]),
          ]),
        ].join("\n"),
      costOf: (usage) => models.costOf(model, usage),
    },
  };
}

async function* callTool(
  box: ToolBox,
  { name, input }: ToolCall,
  { signal }: Pick<TurnContext, "signal">,
): AsyncGenerator<RunEvent, ToolAnswer> {
  yield thought({ type: "tool", status: "start", tool: name, arguments: shorten(input) });
  const given = parsedInput(input);
  const answer =
    given === undefined
      ? { text: "The arguments are not a JSON object.", isError: true }
      : await box.call(name, given, signal);
  signal.throwIfAborted();
  const told = shorten(answer.text);
  yield answer.isError
    ? thought({ type: "tool", status: "error", tool: name, error: told })
    : thought({ type: "tool", status: "complete", tool: name, result: told });
  return answer;
}
