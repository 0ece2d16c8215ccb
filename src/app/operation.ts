/** The contract of an operation: one thing that Skillwright can do, written once for every interface. */
import type { z } from "zod";
import type { Context, Part } from "./context.ts";
import type { Fields, InputOf } from "./fields.ts";
import type { Step, TextView } from "./text.ts";

type Lazy<T> = () => Promise<T>;

type With<P extends Part> = Context & Required<Pick<Context, P>>;

/** An answer as JSON: in place of an object that says how it is written, what it says. */
type Written<O> = O extends { readonly toJSON: () => infer Json } ? Json : O;

export type ExitCode = 0 | 1 | 2;

/** What an operation gives: its answer, or first what happens on the way to it. */
type Outcome<O> = O | Promise<O> | AsyncGenerator<Step, O, void>;

/** What calls operations, besides the command line. `browser`: the worker of the workbench. */
export type Interface = "http" | "mcp" | "browser";

/** Where an operation can be called, besides the command line. */
export interface Expose {
  /** Method and path below `/api/v1`. */
  readonly http?: `${"GET" | "POST"} /${string}`;
  /** Name of the tool for MCP clients, and in camel case of the function of the HTTP client. */
  readonly mcp?: string;
  /** Why an interface is missing, for each one that is. */
  readonly not?: { readonly [Name in Interface]?: string };
}

export interface Definition<F extends Fields, P extends Part, O> {
  /** A verb and its object: `Validate skills`. */
  readonly title: string;
  /** What the summary leaves open, in a few sentences. */
  readonly details: string;
  /** Command lines that work. */
  readonly examples: readonly string[];
  readonly input: F;
  /** Schema of the answer; required where other programs can call it. */
  readonly output?: Lazy<z.ZodType<Written<O>>>;
  /** `pure`: answers from the input alone. `reads`: looks at files or stored data. `writes`: changes them. */
  readonly effects: "pure" | "reads" | "writes";
  /** What a call counts against on a server, and what it may use there: `scan` is slower and rarer. Default: `check`. */
  readonly limit?: "check" | "scan";
  /** Parts of the context that it cannot do without. */
  readonly needs: readonly P[];
  readonly expose: Expose;
  /** Formats of the answer: the first is the text for people. Default: text and JSON. */
  readonly formats?: readonly string[];
  /** The answer comes with steps before it, each a line of JSON for programs. */
  readonly streams?: true;
  readonly run: (context: With<P>, input: InputOf<F>) => Outcome<O>;
  /** 1 where the answer is no, such as findings. Default: 0. */
  readonly exitCode?: (output: O, input: InputOf<F>) => ExitCode;
  readonly text: Lazy<TextView<O, InputOf<F>>>;
}

/** An operation whose types are known to its definition alone. */
export interface Operation {
  readonly title: string;
  readonly details: string;
  readonly examples: readonly string[];
  readonly input: Fields;
  readonly output?: Lazy<z.ZodType>;
  readonly effects: "pure" | "reads" | "writes";
  readonly limit?: "check" | "scan";
  readonly needs: readonly Part[];
  readonly expose: Expose;
  readonly formats?: readonly string[];
  readonly streams?: true;
  readonly run: (context: Context, input: unknown) => unknown;
  readonly exitCode?: (output: unknown, input: unknown) => ExitCode;
  readonly text: Lazy<TextView<unknown>>;
}

export function operation<const F extends Fields, const P extends Part, O>(
  definition: Definition<F, P, O>,
): Operation {
  // Interfaces build the input from the same fields, so that it fits what `run` takes.
  return definition as unknown as Operation;
}

/** A line of the list of operations. */
export interface OperationRow {
  readonly id: string;
  /** The words of the command line, where they are two: `eval cases`. Default: the id. */
  readonly command?: `${string} ${string}`;
  /** One sentence. */
  readonly summary: string;
  readonly load: () => Promise<Operation>;
}

/** Operations that are called by two words, by the second one. */
export interface Actions {
  readonly [action: string]: Operation;
}

/** A line for each of them. */
export function toRows(
  first: string,
  load: () => Promise<Actions>,
  summaries: { readonly [action: string]: string },
): readonly OperationRow[] {
  return Object.entries(summaries).map(([action, summary]) => ({
    id: `${first}-${action}`,
    command: `${first} ${action}`,
    summary,
    load: async () => {
      const found = (await load())[action];
      if (found === undefined) throw new Error(`There is no operation ${first} ${action}.`);
      return found;
    },
  }));
}
