import { FillBudget, fillText, getPath, type Json } from "../../skill/index.ts";

/** What expressions and templates can name. */
export interface Variables {
  /** The value of a name such as `input` or `node.output`; undefined: there is none. */
  readonly find: (path: string) => Json | undefined;
  /** What the templates of one node may come to in all. */
  readonly budget: FillBudget;
  /** What the conditions of one run may still compare. */
  readonly comparing: ComparisonBudget;
}

/** Characters that are left. */
export interface ComparisonBudget {
  left: number;
}

/** Characters that all conditions of one run may compare. */
const MOST_COMPARED = 64 * 1024 * 1024;

export function createComparing(): ComparisonBudget {
  return { left: MOST_COMPARED };
}

export interface VariableSource {
  /** What the workflow was started with. */
  readonly input: string;
  /** Values of the inputs that start nodes declare. */
  readonly inputs?: Json | undefined;
  /** Names that start nodes give to the input. */
  readonly inputNames: ReadonlySet<string>;
  /** Outputs of the nodes before this one; null for one that was not on the way taken. */
  readonly outputs: ReadonlyMap<string, Json | null>;
  /** What else is known of a node before this one. */
  readonly factsOf?: (nodeId: string) => NodeFacts;
  /** Names of the run itself, such as `run.id`. */
  readonly own?: ReadonlyMap<string, Json>;
  /** What the run may still compare; default: as much as a whole run. */
  readonly comparing?: ComparisonBudget;
}

/** Names that stand behind the id of a node, besides `output`. */
const FACTS = ["status_code", "error"] as const;

type NodeFacts = { readonly [Name in (typeof FACTS)[number]]?: Json | undefined };

export const PATH: RegExp = /[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*/u;
export const TEMPLATE: RegExp = new RegExp(`\\{\\{(${PATH.source})\\}\\}`, "gu");

export function createVariables(source: VariableSource): Variables {
  const { input, inputs, inputNames, outputs, factsOf, own } = source;
  const { comparing = createComparing() } = source;
  return {
    budget: new FillBudget(),
    comparing,
    find: (path) => {
      if (path === "input" || inputNames.has(path)) return input;
      const [id, rest] = splitOutput(path, outputs) ?? [];
      if (id === undefined || rest === undefined) {
        const [node, fact] = splitFact(path, outputs) ?? [];
        if (node === undefined || fact === undefined)
          return inputs !== undefined && path.startsWith(INPUTS)
            ? // An input that may be absent is empty, as a node that was passed over.
              (getPath(inputs, path.slice(INPUTS.length).split(".").map(toStep)) ?? "")
            : own?.get(path);
        return factsOf?.(node)[fact] ?? "";
      }
      const output = outputs.get(id);
      // A node that was passed over has said nothing, which is not the same as a name that means nothing.
      if (output === undefined || output === null) return "";
      return rest.length === 0 ? output : getPath(output, rest.map(toStep));
    },
  };
}

/** Stands before the names of declared inputs. */
export const INPUTS = "inputs.";

/** Longer ones name nothing: ids are short, and so is what people write behind them. */
const LONGEST_PATH = 2000;
/** As the ids of nodes. */
export const LONGEST_ID = 256;
const OUTPUT = ".output";

/** Ids may hold dots, so the longest one that fits is taken. */
export function splitOutput(
  path: string,
  outputs: { readonly has: (id: string) => boolean },
): readonly [string, readonly string[]] | undefined {
  if (path.length > LONGEST_PATH) return undefined;
  let from = Math.min(path.length, LONGEST_ID);
  for (;;) {
    const at = from < 0 ? -1 : path.lastIndexOf(OUTPUT, from);
    if (at <= 0) return undefined;
    const rest = path.slice(at + OUTPUT.length);
    const id = path.slice(0, at);
    if ((rest === "" || rest.startsWith(".")) && outputs.has(id))
      return [id, rest.split(".").slice(1)];
    from = at - 1;
  }
}

/** A fact that is known of a node, such as `ask.status_code`. */
export function splitFact(
  path: string,
  nodes: { readonly has: (id: string) => boolean },
): readonly [string, keyof NodeFacts] | undefined {
  const at = path.lastIndexOf(".");
  const fact = FACTS.find((name) => name === path.slice(at + 1));
  const id = path.slice(0, Math.max(0, at));
  return fact !== undefined && nodes.has(id) ? [id, fact] : undefined;
}

function toStep(part: string): string | number {
  return /^\d+$/u.test(part) ? Number(part) : part;
}

/** A value as the text that models and prompts get. */
export function toText(value: Json): string {
  if (typeof value === "string") return value;
  return value === null ? "" : JSON.stringify(value);
}

/** Puts values in, once: what a value says is never read again. Names that mean nothing stay as they are. */
export function resolveTemplate(template: string, variables: Variables): string {
  const put = ([whole, path = ""]: RegExpMatchArray): string => {
    const value = variables.find(path);
    return value === undefined ? whole : toText(value);
  };
  return fillText(template, TEMPLATE, put, variables.budget);
}

/** A template that is one name alone gives what it names as it is; any other one a text. */
export function resolveValue(template: string, variables: Variables): Json {
  const [match] = template.matchAll(TEMPLATE);
  const isAlone = match?.[0] === template.trim();
  const value = isAlone ? variables.find(match?.[1] ?? "") : undefined;
  return value === undefined || typeof value === "string"
    ? resolveTemplate(template, variables)
    : value;
}

/** The names that a template asks for. */
export function namesIn(template: string): readonly string[] {
  return [...template.matchAll(TEMPLATE)].map((match) => match[1] ?? "");
}

/**
 * The value of one entry of `inputMappings`: the output of the node that it names, the value of the variable
 * that it names, the text with its templates filled in, or else itself.
 */
export function resolveMapping(
  value: Json,
  outputs: VariableSource["outputs"],
  variables: Variables,
): string {
  if (typeof value !== "string") return toText(value);
  if (outputs.has(value)) return toText(outputs.get(value) ?? null);
  const named = variables.find(value);
  return named === undefined ? resolveTemplate(value, variables) : toText(named);
}
