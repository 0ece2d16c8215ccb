/** Operations that ask a server for what it stores: each is a call of its API, and what is shown of the answer. */
import type { Client } from "../../client/index.ts";
import { failure } from "../../platform/index.ts";
import type { Context } from "../context.ts";
import type { Fields, InputOf } from "../fields.ts";
import type { LocalComputer } from "../machine/local-computer.ts";
import { type ExitCode, type Expose, type Operation, operation } from "../operation.ts";
import { oneLine } from "../../skill/model/index.ts";
import type { TextView } from "../text.ts";
import { plainTextField, registryField } from "../registry/fields.ts";
import { HERE, placeFields } from "./fields.ts";
import type { OpenServer, PlaceChoice, ServerChoice } from "./servers.ts";

/** Taken by those that look after a registry. */
const governFields = {
  ...registryField,
  tokenFile: placeFields.tokenFile,
  ...plainTextField,
} as const;

const ROUTES = "The API of a server has routes for what it stores; this calls them.";

export const AT_A_SERVER: Expose = { not: { http: ROUTES, mcp: ROUTES, browser: ROUTES } };

/** Asks, and says what a refusal means. */
async function explainingRefusals<T>(
  { client, explain, close }: OpenServer,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  try {
    return await work(client);
  } catch (error) {
    throw explain(error);
  } finally {
    await close();
  }
}

/** What `ask` may use besides the server. */
export type Prompting = Context & { readonly computer: LocalComputer };

interface QuestionResult<F extends Fields, O extends object> {
  readonly title: string;
  readonly details?: string;
  readonly examples: readonly string[];
  readonly input: F;
  readonly effects: "reads" | "writes";
  readonly ask: (client: Client, input: InputOf<F>, context: Prompting) => Promise<O>;
  /** Does some of it without a server; undefined: that is not what is asked for. */
  readonly here?: (
    context: Prompting,
    input: InputOf<F> & { readonly data?: string },
  ) => Promise<O> | undefined;
  readonly exitCode?: (output: O) => ExitCode;
  readonly formats?: readonly string[];
  /** A line each, made safe; columns where a line is a list. */
  readonly lines?: (output: O, input: InputOf<F>) => readonly (string | readonly string[])[];
  readonly text?: TextView<O, InputOf<F>>;
}

/** Asks a server, or the data of this machine. */
export function serverOperation<const F extends Fields, O extends object>(
  asked: QuestionResult<F, O>,
): Operation {
  return toOperation(asked, placeFields, HERE, async ({ server }, input) => {
    // The fields of a place are among those of the operation.
    return await server.open(input as PlaceChoice);
  });
}

export function registryOperation<const F extends Fields, O extends object>(
  asked: QuestionResult<F, O>,
): Operation {
  return toOperation(asked, governFields, "", async ({ server, computer }, input) => {
    const { selectRegistry } = await import("../registry/sources.ts");
    const { registry, ...choice } = input as ServerChoice & {
      readonly registry?: string;
    };
    const address = selectRegistry(computer, registry);
    return await server.connect(address === undefined ? choice : { ...choice, server: address });
  });
}

function toOperation<F extends Fields, O extends object>(
  { ask, here, lines, details = "", text, ...more }: QuestionResult<F, O>,
  fields: Fields,
  where: string,
  open: (
    context: Prompting & Required<Pick<Context, "server">>,
    input: unknown,
  ) => Promise<OpenServer>,
): Operation {
  return operation({
    ...more,
    details: `${details}${where}`.trim(),
    input: { ...more.input, ...fields },
    needs: ["server", "computer"],
    expose: AT_A_SERVER,
    run: async (context, input) => {
      // Made from the same fields, and those of the place.
      const own = input as unknown as InputOf<F> & { readonly data?: string };
      const done = here?.(context, own);
      if (done !== undefined) return await done;
      return await explainingRefusals(await open(context, input), async (client) => {
        const output = await ask(client, own, context);
        // An answer of another form shows here, while it is known who gave it.
        formatLines(lines, output, own);
        return output;
      });
    },
    // What takes an input takes one with more in it.
    text: async () => (text ?? linesText(lines)) as TextView<O>,
  } as Parameters<typeof operation>[0] & { readonly text: () => Promise<TextView<O>> });
}

function linesText<O, I>(
  lines?: (output: O, input: I) => readonly (string | readonly string[])[],
): TextView<O, I> {
  return { render: (output, _screen, input) => formatLines(lines, output, input) };
}

function formatLines<O, I>(
  lines: ((output: O, input: I) => readonly (string | readonly string[])[]) | undefined,
  output: O,
  input: I,
): string {
  return alignColumns(lines?.(output, input) ?? [])
    .map((line) => `${oneLine(line)}\n`)
    .join("");
}

/** Columns of equal width among the rows; other lines as they are. */
function alignColumns(all: readonly (string | readonly string[])[]): readonly string[] {
  const widths = all
    .filter((row) => typeof row !== "string")
    .reduce<number[]>(
      (known, row) => row.map((cell, at) => Math.max(known[at] ?? 0, cell.length)),
      [],
    );
  return all.map((row) =>
    typeof row === "string"
      ? row
      : row
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join("  ")
          .trimEnd(),
  );
}

/** A server that goes on for ever ends the command, not the memory of the machine. */
const MOST_ITEMS = 100_000;

/** Everything that a list has, page by page. */
export async function readAll<Item>(
  read: (query: { readonly offset: number }) => Promise<{
    readonly items: readonly Item[];
    readonly next_offset?: number | null;
  }>,
): Promise<readonly Item[]> {
  const all: Item[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const page: Awaited<ReturnType<typeof read>> = await read({ offset });
    all.push(...page.items);
    // A server from before pages gives all at once.
    const next: number | null = page.next_offset ?? null;
    if ((next !== null && next <= offset) || all.length > MOST_ITEMS)
      throw failure("cli/refused", "The server gives a list without an end.");
    offset = next;
  }
  return all;
}
