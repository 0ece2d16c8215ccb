import { z } from "zod";
import type { Viewer } from "../../../registry/contract/index.ts";
import { REGISTRY_PATH } from "../../../registry/contract/index.ts";
import { type Caller, callerOf, confirmCaller } from "../../../hub/accounts/index.ts";
import { viewerOfCaller } from "../../../hub/registry/index.ts";
import { bearerOf } from "../../http/bearer.ts";
import { limitHeaders } from "../limit-error.ts";
import {
  type AnswerSpec,
  type ApiRoute,
  type CallerContext,
  type OpenRoute,
  route,
  type RouteContext,
  type Scope,
  type UserRoute,
} from "../route.ts";
import { problemSchema } from "../schemas.ts";

type Own = "tag" | "access" | "scope";

/** A route that looks at the token itself, since a public registry asks strangers for none. */
export function open<Params = undefined, Query = undefined, Body = undefined>(
  spec: Omit<OpenRoute<Params, Query, Body>, Own>,
): ApiRoute {
  return route<Params, Query, Body>({ ...spec, tag: "registry", access: "everyone" });
}

/** Reports, reviews and reasons; publications say for themselves how long they may be. */
const MOST_BYTES = 64 * 1024;

/** A route for those who have logged in, and may write. */
export function member<Params = undefined, Query = undefined, Body = undefined>(
  spec: Omit<UserRoute<Params, Query, Body>, Own>,
  scope: Scope = "registry:write",
): ApiRoute {
  const maxBytes = MOST_BYTES;
  return route<Params, Query, Body>({ maxBytes, ...spec, tag: "registry", access: "user", scope });
}

/** A route for moderators; the registry itself asks who is one. */
export function moderator<Params = undefined, Query = undefined, Body = undefined>(
  spec: Omit<UserRoute<Params, Query, Body>, Own>,
): ApiRoute {
  return member(spec, "registry:moderate");
}

/** A route by which others come to sign or publish for a publisher, or for the registry. */
export function keeper<Params = undefined, Query = undefined, Body = undefined>(
  spec: Omit<UserRoute<Params, Query, Body>, Own>,
): ApiRoute {
  return member(spec, "registry:keys");
}

export function at(path: string): string {
  return `${REGISTRY_PATH}${path}`;
}

type Asked = Pick<
  RouteContext<unknown, unknown, unknown>,
  "ports" | "request" | "address" | "answer" | "assignTo" | "tell"
> &
  Partial<Pick<CallerContext<unknown, unknown, unknown>, "caller">>;

/** The owner of the token, or a stranger where there is none. A wrong token is refused. */
export async function visitor(asked: Asked): Promise<Viewer> {
  const { address: client = "", answer, ports } = asked;
  const caller = asked.caller ?? (await findCaller(asked));
  const token = bearerOf(asked.request.headers.get("authorization") ?? undefined);
  return {
    ...(caller === undefined ? { isModerator: false } : viewerOfCaller(caller)),
    ...(caller === undefined || token === undefined
      ? {}
      : { confirm: () => confirmCaller(ports.accounts, token, caller) }),
    client,
    onLimit: (state) => asked.tell(limitHeaders(state)),
    ...(answer === undefined ? {} : { reserve: answer.reserve }),
  };
}

async function findCaller(asked: Asked): Promise<Caller | undefined> {
  const { accounts } = asked.ports;
  const token = bearerOf(asked.request.headers.get("authorization") ?? undefined);
  if (token === undefined) return undefined;
  const caller = await callerOf(accounts, token);
  await asked.assignTo(caller.user.id, () => confirmCaller(accounts, token, caller));
  return caller;
}

export const problems: { readonly [status: number]: AnswerSpec } = {
  400: { doc: "A field is at fault.", schema: problemSchema },
  401: { doc: "It is only for those who have logged in.", schema: problemSchema },
  403: {
    doc: "The account may not do this, or the version is in quarantine.",
    schema: problemSchema,
  },
  404: { doc: "There is none, or none for this account.", schema: problemSchema },
};

export const conflict: { readonly [status: number]: AnswerSpec } = {
  409: {
    doc: "The name or version is taken, or the state does not allow it.",
    schema: problemSchema,
  },
};

export interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export const pageFields: {
  readonly limit: z.ZodType<number | undefined>;
  readonly cursor: z.ZodType<string | undefined>;
} = {
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.string().optional(),
};

export const pageQuery: z.ZodType<PageQuery> = z.object(pageFields);

/** The domain takes absent fields, not undefined ones. */
export function given<T extends object>(
  fields: T,
): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  // Only entries that are undefined are left out, as the type says.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}

/** Several values in one field, with commas between. */
export const list: z.ZodType<readonly string[] | undefined> = z
  .string()
  .max(4000)
  .optional()
  .transform((text) =>
    text === undefined
      ? undefined
      : text
          .split(",")
          .map((part) => part.trim())
          .filter((part) => part !== ""),
  );

export const skillParams: z.ZodType<{ readonly name: string }> = z.object({ name: z.string() });
export const versionParams: z.ZodType<{ readonly name: string; readonly version: string }> =
  z.object({ name: z.string(), version: z.string() });
