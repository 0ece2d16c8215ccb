/** What a server does for those who share it, written once: route, description and client are made from it. */
import { z } from "zod";
import type { Following } from "../../hub/streams/index.ts";
import { type Camel, type Shape, toCamel } from "./shape.ts";

/** What a personal token can allow. */
export const SCOPES = [
  "skills:read",
  "skills:write",
  "skills:run",
  "knowledge:read",
  "knowledge:write",
  "workflows:read",
  "workflows:write",
  "workflows:run",
  "workflows:approve",
  "chat",
  "registry:read",
  "registry:write",
  "registry:moderate",
  "registry:keys",
  "account",
  "users",
  "models",
] as const;

/** What a personal token must allow; sessions of a person allow everything. */
export type Scope = (typeof SCOPES)[number];

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type PathNames<Request extends string> = Request extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** Absent fields are left out, and not undefined. */
type WithoutUndefined<T> = {
  readonly [Name in keyof T as undefined extends T[Name] ? never : Camel<Name & string>]: T[Name];
} & {
  readonly [Name in keyof T as undefined extends T[Name] ? Camel<Name & string> : never]?: Exclude<
    T[Name],
    undefined
  >;
};

/** The words in the path. */
type PathOf<Request extends string> = { readonly [Name in PathNames<Request>]: string };

/** With the fields of query or body, by their names in the program. */
type InputOf<Request extends string, Fields extends z.ZodRawShape> = PathOf<Request> &
  WithoutUndefined<z.output<z.ZodObject<Fields>>>;

type Answer<Result> = readonly [doc: string, shape: Shape<Result>];

/** A header that changes what an operation does. */
export interface HeaderSpec {
  readonly name: string;
  /** One sentence. */
  readonly doc: string;
}

interface OperationInfo<Request extends string, Fields extends z.ZodRawShape> {
  /** Names the operation in the description and in clients. */
  readonly id: string;
  /** One sentence. */
  readonly doc: string;
  /** Words in the path that are not any text. */
  readonly path?: { readonly [Name in PathNames<Request>]?: z.ZodType<string> };
  /** From the query of a GET or DELETE, and else from the body. */
  readonly input?: Fields;
  /** Those of them that are in the query although there is a body. */
  readonly inQuery?: readonly (keyof Fields & string)[];
  readonly headers?: readonly HeaderSpec[];
  readonly refusals?: { readonly [status: number]: string };
  /** The counter that a request is charged to. */
  readonly limit?: string;
  readonly maxBytes?: number;
  readonly maxValues?: number;
}

interface Spec<
  Context,
  Request extends string,
  Fields extends z.ZodRawShape,
  Body,
  Result,
> extends OperationInfo<Request, Fields> {
  /** Refuses fields that it does not know. */
  readonly isStrict?: true;
  /** In place of fields, a body as a whole. */
  readonly body?: z.ZodType<Body>;
  /** What is answered; where nothing is, `done` says what that means. */
  readonly gives?: Answer<Result>;
  /** The same of something new. */
  readonly makes?: Answer<Result>;
  /** The same of what only begins. */
  readonly accepts?: Answer<Result>;
  /** Of what was made or began before: what that means, and whether it is so. */
  readonly known?: readonly [doc: string, isKnown: (result: NoInfer<Result>) => boolean];
  readonly done?: string;
  /** In place of `done`, where it only begins. */
  readonly begun?: string;
  /** Nobody on the way keeps the answer. */
  readonly isSecret?: true;
  /** Names the state of what is answered, so that a later change can say which one it means. */
  readonly version?: (result: NoInfer<Result>) => string | number;
  /** Takes the versions of which alone the caller wants to change something. */
  readonly isGuarded?: true;
  /** Where clients keep the answer as a file. */
  readonly fileName?: (path: PathOf<Request>) => string;
  readonly run: (
    context: Context,
    input: InputOf<Request, Fields> & { readonly body: Body },
    /** Where a field has the name of a word in the path. */
    path: PathOf<Request>,
  ) => NoInfer<Result> | Promise<NoInfer<Result>>;
}

/** How events end that broke off: as a run that failed, with an error alone, or without a word. */
type BrokenEnd = "done" | "error" | "silent";

/** What a flag makes of an operation that is followed: one that only shows what would happen. */
interface Preview<Context, Input, Result> {
  /** Names it in clients, for which it is an operation of its own. */
  readonly id: string;
  /** One sentence. */
  readonly doc: string;
  /** The field of the body that asks for it. */
  readonly flag: string;
  /** The counter that it is charged to. */
  readonly limit: string;
  readonly schema: z.ZodType<Result>;
  readonly run: (context: Context, input: Input) => Promise<Result>;
}

interface StreamSpec<
  Context,
  Request extends string,
  Fields extends z.ZodRawShape,
  Result,
> extends OperationInfo<Request, Fields> {
  readonly tells: string;
  readonly broken: BrokenEnd;
  readonly preview?: Preview<Context, InputOf<Request, Fields>, Result>;
  /** What it throws is a refusal; then the events begin. */
  readonly run: (
    context: Context,
    input: InputOf<Request, Fields>,
  ) => Following | Promise<Following>;
}

/** Who may call operations, and what they have in common. */
interface Common extends Pick<HubOperation<never>, "access" | "scope" | "tag" | "refusals"> {
  /** Before each path. */
  readonly base: string;
  /** Of a body. */
  readonly maxBytes?: number;
}

/** What a request brings, as the schemas of the operation have read it. */
export interface HubRequest {
  readonly params: object | undefined;
  readonly query: object | undefined;
  readonly body: object | undefined;
}

/** What is answered, as it travels; no body for nothing. */
export interface HubResponse {
  readonly body?: object;
  /** In place of the status of the operation. */
  readonly status?: number;
  /** In place of a body. */
  readonly following?: Following;
  readonly version?: string | number;
  readonly fileName?: string;
}

/** An operation whose types are known to its definition alone. */
export interface HubOperation<Context> {
  readonly method: Method;
  /** With `{name}` for what differs. */
  readonly path: string;
  readonly id: string;
  readonly tag: string;
  readonly doc: string;
  readonly access: "everyone" | "user" | "admin";
  /** What a token must allow, unless everyone may call it. */
  readonly scope: Scope;
  readonly params?: z.ZodType<object>;
  readonly query?: z.ZodType<object>;
  readonly body?: z.ZodType<object>;
  readonly answer: { readonly status: number; readonly doc: string; readonly schema?: z.ZodType };
  /** What 200 means, where the status is another. */
  readonly known?: string;
  /** It is followed; the answer is a text of events. */
  readonly broken?: BrokenEnd;
  readonly preview?: Omit<Preview<never, never, unknown>, "run">;
  readonly headers?: readonly HeaderSpec[];
  readonly refusals: { readonly [status: number]: string };
  readonly limit?: string;
  readonly maxBytes?: number;
  readonly maxValues?: number;
  readonly isSecret?: true;
  readonly isGuarded?: true;
  readonly perform: (context: Context, asked: HubRequest) => Promise<HubResponse>;
}

type Plain<Context> = <
  Request extends `${Method} /${string}`,
  Result = unknown,
  Fields extends z.ZodRawShape = z.ZodRawShape,
  Body = undefined,
>(
  request: Request,
  spec: Spec<Context, Request, Fields, Body, Result>,
) => HubOperation<Context>;

export type Define<Context> = Plain<Context> & {
  /** One that is followed. */
  readonly stream: <
    Request extends `${Method} /${string}`,
    Fields extends z.ZodRawShape = z.ZodRawShape,
    Result = unknown,
  >(
    request: Request,
    spec: StreamSpec<Context, Request, Fields, Result>,
  ) => HubOperation<Context>;
};

/** Operations that have these in common. */
export function createDefine<Context>(common: Common): Define<Context> {
  const define: Plain<Context> = (request, spec) => toOperation(common, request, spec);
  const stream: Define<Context>["stream"] = (request, spec) => toStream(common, request, spec);
  return Object.assign(define, { stream });
}

function toOperation<Context, Request extends string, Fields extends z.ZodRawShape, Body, Result>(
  common: Common,
  request: Request,
  spec: Spec<Context, Request, Fields, Body, Result>,
): HubOperation<Context> {
  const { body, gives, makes, accepts, known, done, begun, run, version, fileName } = spec;
  const { isSecret, isGuarded, ...described } = spec;
  const [status, answer] =
    makes === undefined ? (accepts === undefined ? [200, gives] : [202, accepts]) : [201, makes];
  const [knownDoc, isKnown] = known ?? [];
  return {
    ...describe(common, request, described),
    // A body is JSON, and each of its schemas wants an object.
    ...(body === undefined ? {} : { body: body as z.ZodType as z.ZodType<object> }),
    ...(isSecret === undefined ? {} : { isSecret }),
    ...(isGuarded === undefined ? {} : { isGuarded }),
    ...(knownDoc === undefined ? {} : { known: knownDoc }),
    answer:
      answer === undefined
        ? begun === undefined
          ? { status: 204, doc: done ?? "Done." }
          : { status: 202, doc: begun }
        : { status, doc: answer[0], schema: answer[1].schema },
    perform: async (context, asked) => {
      const fields = toInput(body === undefined ? asked : { ...asked, body: undefined });
      // Parsed with the schemas of the same fields.
      const given = { ...fields, ...(body === undefined ? {} : { body: asked.body }) } as InputOf<
        Request,
        Fields
      > & { readonly body: Body };
      const result = await run(context, given, asked.params as PathOf<Request>);
      if (answer === undefined) return {};
      return {
        body: answer[1].out(result) as object,
        ...(isKnown?.(result) === true ? { status: 200 } : {}),
        ...(version === undefined ? {} : { version: version(result) }),
        ...(fileName === undefined ? {} : { fileName: fileName(asked.params as PathOf<Request>) }),
      };
    },
  };
}

function toStream<Context, Request extends string, Fields extends z.ZodRawShape, Result>(
  common: Common,
  request: Request,
  spec: StreamSpec<Context, Request, Fields, Result>,
): HubOperation<Context> {
  const { tells, broken, run } = spec;
  const { run: show, ...preview } = spec.preview ?? { run: undefined };
  return {
    ...describe(common, request, spec),
    broken,
    ...("id" in preview ? { preview } : {}),
    answer: { status: 200, doc: tells },
    perform: async (context, asked) => {
      // Parsed with the schemas of the same fields.
      const input = toInput(asked) as InputOf<Request, Fields>;
      const isShown = Object.entries(asked.body ?? {}).some(
        ([name, value]) => name === spec.preview?.flag && value === true,
      );
      if (show !== undefined && isShown) return { body: (await show(context, input)) as object };
      return { following: await run(context, input) };
    },
  };
}

/** What the description of every operation says. */
function describe<Request extends string, Fields extends z.ZodRawShape>(
  { base, refusals, maxBytes: most, ...common }: Common,
  request: Request,
  spec: OperationInfo<Request, Fields> & { readonly isStrict?: true },
): Omit<HubOperation<never>, "answer" | "perform"> {
  const {
    id,
    doc,
    path,
    input,
    inQuery = [],
    isStrict,
    headers,
    limit,
    maxValues,
    maxBytes = most,
  } = spec;
  const [method, place] = request.split(" ") as [Method, string];
  const words = [...place.matchAll(/\{(\w+)\}/gu)].map(([, name = ""]) => [name, z.string()]);
  const hasBody = method !== "GET" && method !== "DELETE";
  const isQuery = (name: string): boolean => !hasBody || inQuery.includes(name);
  const toSchema = isStrict === true ? z.strictObject : z.object;
  const entries = Object.entries(input ?? {});
  const fromQuery = entries.filter(([name]) => isQuery(name));
  const fromBody = entries.filter(([name]) => !isQuery(name));
  return {
    ...common,
    id,
    doc,
    method,
    path: base + place,
    ...(words.length === 0 ? {} : { params: z.object({ ...Object.fromEntries(words), ...path }) }),
    ...(fromQuery.length === 0 ? {} : { query: toSchema(Object.fromEntries(fromQuery)) }),
    ...(fromBody.length === 0 ? {} : { body: toSchema(Object.fromEntries(fromBody)) }),
    ...(headers === undefined ? {} : { headers }),
    ...(limit === undefined ? {} : { limit }),
    ...(maxBytes === undefined ? {} : { maxBytes }),
    ...(maxValues === undefined ? {} : { maxValues }),
    refusals: { ...refusals, ...spec.refusals },
  };
}

/** By the names of the program, without what is absent. */
function toInput({ params, query, body }: HubRequest): object {
  const named = Object.entries({ ...query, ...body }).filter(([, value]) => value !== undefined);
  return {
    ...params,
    ...Object.fromEntries(named.map(([name, value]) => [toCamel(name), value])),
  };
}
