/** Which skills a model loads for a request, given the list of skills that an agent gives it. */
import {
  type ChatMessage,
  type ModelTool,
  parsedInput,
  type ToolCall,
  type ToolTurn,
} from "../models/index.ts";
import type { EvalModel } from "./ask.ts";

/** The list of skills as the model sees it. */
export interface SkillListing {
  readonly prompt: string;
  /** Names that the model can load. */
  readonly names: readonly string[];
  /** The instructions of a skill. */
  readonly instructions: (name: string) => string;
  /** The name that a skill gives itself, where the list may have another: some agents call it by its folder. */
  readonly ownName?: (listed: string) => string;
  /** The request that the program of an agent makes of what the user says. Default: the prompt, and a tool that loads. */
  readonly begin?: (said: string, signal: AbortSignal) => Promise<TriggerStart>;
}

/** How a run begins. */
interface TriggerStart {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ModelTool[];
}

export interface TriggerRequest {
  readonly prompt: string;
  /** What the user says afterwards, where nothing was loaded. */
  readonly turns: readonly string[];
  readonly context?: string;
  readonly trial: number;
  /** Loading one of these ends the run. */
  readonly wanted: readonly string[];
}

export interface TriggerRun {
  /** In the order in which they were loaded. */
  readonly loaded: readonly string[];
  readonly text: string;
  readonly turns: number;
  readonly tokens: number;
  readonly cost: number;
  readonly seconds: number;
}

const LOAD: ModelTool = {
  name: "load_skill",
  description: "Loads the instructions of a skill by its name. Call it before you act on a skill.",
  input: {
    type: "object",
    properties: { name: { type: "string", description: "Name of the skill, as it is listed." } },
    required: ["name"],
    additionalProperties: false,
  },
};

/** Characters of a skill that a model reads; triggering is decided before it. */
const LONGEST_INSTRUCTIONS = 20_000;

/**
 * Asks until a wanted skill is loaded, the model calls no tool, or so many turns are over. Other skills may be loaded
 * first: a model that looks into one before it finds the right one has found it.
 */
export async function runTrigger(
  request: TriggerRequest,
  listing: SkillListing,
  model: EvalModel,
  options: { readonly maxTurns: number; readonly signal: AbortSignal },
): Promise<TriggerRun> {
  const { prompt, context, trial, wanted } = request;
  const said = [context === undefined ? prompt : `${context}\n\n${prompt}`, ...request.turns];
  const messages: ChatMessage[] = [];
  let tools: readonly ModelTool[] = [LOAD];
  const loaded: string[] = [];
  const spent = { turns: 0, tokens: 0, cost: 0, seconds: 0 };
  let text = "";
  for (const [index, words] of said.entries()) {
    if (index > 0) messages.push({ role: "user", content: words });
    else if (listing.begin === undefined)
      messages.push({ role: "system", content: listing.prompt }, { role: "user", content: words });
    else {
      const begun = await listing.begin(words, options.signal);
      messages.push(...begun.messages);
      ({ tools } = begun);
    }
    const turns: ToolTurn[] = [];
    for (let count = 0; count < options.maxTurns; count += 1) {
      const base = {
        model: model.id,
        messages: [...messages],
        tools,
        turns: [...turns],
        trial,
      };
      const answer = await model.ask(base, options.signal);
      text = answer.text;
      spent.turns += 1;
      spent.tokens += (answer.usage.inputTokens ?? 0) + (answer.usage.outputTokens ?? 0);
      spent.cost += answer.cost ?? 0;
      spent.seconds += answer.seconds;
      const calls = answer.calls.map((call) => ({ call, answer: load(call, listing, loaded) }));
      if (loaded.some((name) => wanted.includes(name))) return { loaded, text, ...spent };
      if (calls.length === 0) break;
      turns.push({ text: answer.text, calls });
    }
    messages.push({ role: "assistant", content: text });
  }
  return { loaded, text, ...spent };
}

function load(
  { name: tool, input }: ToolCall,
  { names, instructions, ownName = (name) => name, begin }: SkillListing,
  loaded: string[],
): ToolTurn["calls"][number]["answer"] {
  const given = parsedInput(input) ?? {};
  const loadNamed = (name: string): ToolTurn["calls"][number]["answer"] => {
    const own = ownName(name);
    if (!loaded.includes(own)) loaded.push(own);
    return { text: instructions(name).slice(0, LONGEST_INSTRUCTIONS), isError: false };
  };
  if (begin !== undefined) {
    const name = names.find((one) => mentions(given, one));
    if (name === undefined)
      return { text: `${tool} is not available here. Load a skill, or answer.`, isError: true };
    return loadNamed(name);
  }
  const asked = given["name"];
  if (tool !== LOAD.name || typeof asked !== "string")
    return { text: `Call ${LOAD.name} with the name of a skill.`, isError: true };
  const name = names.find((one) => one.toLowerCase() === asked.trim().toLowerCase());
  if (name === undefined) return { text: `There is no skill ${asked}.`, isError: true };
  return loadNamed(name);
}

/** Agents load a skill by a tool that takes its name, or by reading its file. */
function mentions(value: unknown, name: string): boolean {
  if (typeof value === "string")
    return value.trim().toLowerCase() === name.toLowerCase() || value.includes(`/${name}/SKILL.md`);
  return typeof value === "object" && value !== null
    ? Object.values(value).some((one) => mentions(one, name))
    : false;
}
