import type { z } from "zod";
import type { HeaderSpec, Method, Scope } from "../../app/hub/index.ts";
import type { Caller } from "../../hub/accounts/index.ts";
import type { AnswerCharge } from "../http/answer-budget.ts";
import type { ApiPorts } from "./ports.ts";

/** One answer that a route gives. */
export interface AnswerSpec {
  readonly doc: string;
  /** Where absent, the answer has no body. */
  readonly schema?: z.ZodType;
  readonly media?: string;
}

/** What a handler is given: everything parsed, and an authorized caller. */
export interface RouteContext<Params, Query, Body> {
  readonly ports: ApiPorts;
  readonly request: Request;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly requestId: string;
  /** Where the request came from, where that is known; of IPv6 the network, as all of it is one client. */
  readonly address?: string;
  /** Counts the bytes of a large answer, where a listener does. */
  readonly answer?: AnswerCharge;
  /** Puts headers onto the answer. */
  readonly tell: (headers: Readonly<Record<string, string>>) => void;
  /** Counts the request for a user whom the route found itself; waits for their turn, and then confirms them. */
  readonly assignTo: (userId: string, confirm: () => Promise<void>) => Promise<void>;
}

export interface CallerContext<Params, Query, Body> extends RouteContext<Params, Query, Body> {
  readonly caller: Caller;
}

export const IF_MATCH: HeaderSpec = {
  name: "If-Match",
  doc: "Versions in quotes, as `ETag` gives them; where none of them is there any more, nothing is changed.",
};

/** What a flag of the body turns a route into: one that shows what would happen, as JSON. */
export interface DryRunSpec {
  /** Names it in clients, for which it is an operation of its own. */
  readonly id: string;
  /** One sentence. */
  readonly doc: string;
  /** The field of the body that asks for it. */
  readonly flag: string;
  /** The counter that it is charged to. */
  readonly limit: string;
  readonly schema: z.ZodType;
}

interface RouteSpec<Params, Query, Body> {
  readonly method: Method;
  /** With `{name}` for parameters, as OpenAPI writes them. */
  readonly path: string;
  /** Names the operation in the document and in clients. */
  readonly id: string;
  readonly tag: string;
  /** One sentence. */
  readonly doc: string;
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  readonly headers?: readonly HeaderSpec[];
  /** Files that a form brings, by the names of their fields; the handler reads the form itself. */
  readonly form?: readonly string[];
  /** Bytes that a body may have. */
  readonly maxBytes?: number;
  /** Values that a body of JSON may hold, where it needs more than ordinary ones. */
  readonly maxValues?: number;
  /** The counter that a request is charged to, by its user; by its address where everyone may ask. */
  readonly limit?: string;
  readonly dryRun?: DryRunSpec;
  readonly answers: { readonly [status: number]: AnswerSpec };
}

/** What a handler gives: the value of its answer, nothing for one without a body, or an answer that is made already. */
export type HandlerResult = Response | object | undefined | void;

export interface OpenRoute<Params, Query, Body> extends RouteSpec<Params, Query, Body> {
  readonly access: "everyone";
  readonly handle: (
    context: RouteContext<Params, Query, Body>,
  ) => Response | Promise<HandlerResult>;
}

export interface UserRoute<Params, Query, Body> extends RouteSpec<Params, Query, Body> {
  readonly access: "user" | "admin";
  readonly scope: Scope;
  readonly handle: (
    context: CallerContext<Params, Query, Body>,
  ) => Response | Promise<HandlerResult>;
}

/** A route whose types are known to its handler alone. */
export type ApiRoute = OpenRoute<never, never, never> | UserRoute<never, never, never>;

/** Puts a route into the table: from here on only its schemas say what it takes. */
export function route<Params = undefined, Query = undefined, Body = undefined>(
  spec: OpenRoute<Params, Query, Body> | UserRoute<Params, Query, Body>,
): ApiRoute {
  // The app parses with the schemas of the same object before it calls the handler.
  return spec as unknown as ApiRoute;
}

type RouteGroup = "tag" | "access" | "scope";

export function defineRoutes(
  common: Pick<UserRoute<unknown, unknown, unknown>, RouteGroup>,
): <Params = undefined, Query = undefined, Body = undefined>(
  spec: Omit<UserRoute<Params, Query, Body>, RouteGroup> &
    Partial<Pick<UserRoute<Params, Query, Body>, RouteGroup>>,
) => ApiRoute {
  return (spec) => route({ ...common, ...spec });
}
