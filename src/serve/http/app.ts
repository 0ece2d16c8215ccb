import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { hostCodes } from "../../library/hosts/index.ts";
import { isSameSecret } from "../../platform/machine/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import { createWorkbench, type WebFiles } from "../web/index.ts";
import { parseBearer } from "./bearer.ts";
import { httpCodes } from "./diagnostics.ts";
import { detailResponse, problemResponse } from "./problem.ts";
import { PLATFORM_PATH, pathWithoutSlash } from "./path.ts";
import { nameAnswers } from "./request-id.ts";
import type { AppPorts, Route } from "./route.ts";
import { routes } from "./routes.ts";

const MOST_BYTES = 512 * 1024;

/** The server without a socket: a function from requests to answers. */
export function createApp(
  ports: AppPorts,
  table: readonly Route[] = routes,
  /** The routes of the platform, where it runs. */
  platform?: Hono,
  /** The files of the workbench; absent: the server has the API alone. */
  web?: WebFiles,
): Hono {
  const app = new Hono({ getPath: pathWithoutSlash });
  app.use("*", nameAnswers());
  if (platform !== undefined) app.route("/", platform);
  for (const route of table) {
    const handle = (context: Context): Response | Promise<Response> =>
      checkAccess(route, ports, context.req.raw) ?? route.handle(ports, context.req.raw);
    if (route.input === undefined) app.on(route.method, route.path, handle);
    else app.on(route.method, route.path, limit(), handle);
  }
  for (const [path, same] of Map.groupBy(table, (route) => route.path)) {
    const methods = same.map((route) => route.method).join(", ");
    app.all(path, () =>
      problemResponse(
        {
          code: httpCodes.methodNotAllowed,
          message: `This method is not allowed; use one of \`${methods}\`.`,
        },
        { allow: methods },
      ),
    );
  }
  const page = createWorkbench(web, beginnings(app));
  app.notFound(
    ({ req }) =>
      page(req.raw) ?? unknownAddress(platform !== undefined && req.path.startsWith(PLATFORM_PATH)),
  );
  app.onError((error) =>
    // What went wrong inside is no business of the one who asks.
    problemResponse(
      SkillError.isInstance(error)
        ? error.diagnostic
        : { code: httpCodes.internal, message: "The server failed on a bug of its own." },
    ),
  );
  return app;
}

/** In the shape of the part of the server whose address it would be. */
function unknownAddress(isOfPlatform: boolean): Response {
  const message = "No such address on this server.";
  const problem = { code: httpCodes.notFound, message };
  return isOfPlatform ? detailResponse(problem) : problemResponse(problem);
}

/**
 * With what the addresses of the API begin: no page may, so that a misspelt call is never answered with HTML. What
 * stands before a part `api` may have pages beside it.
 */
function beginnings({ routes: known }: Hono): readonly string[] {
  const paths = known.map(({ path }) => path.split("/").slice(1));
  const shared = new Set(
    paths.filter((parts) => parts.indexOf("api") > 0).map(([first = ""]) => first),
  );
  const all = paths.map((parts) => {
    // Beside an `api` of its own, a word is taken together with the one behind it.
    const least = shared.has(parts[0] ?? "") ? 2 : 1;
    return parts.slice(0, Math.max(least, parts.indexOf("api") + 1)).join("/");
  });
  return [...new Set(all)].filter((beginning) => beginning !== "*");
}

/** Asked before the body is read: strangers must not make the server work. */
function checkAccess(
  { access }: Route,
  { token }: AppPorts,
  request: Request,
): Response | undefined {
  if (access === "everyone") return undefined;
  const given = parseBearer(request.headers.get("authorization") ?? undefined);
  if (given !== undefined && isSameSecret(given, token)) return undefined;
  return problemResponse(
    { code: hostCodes.unauthorized, message: "The token is not the gateway's." },
    { "www-authenticate": "Bearer" },
  );
}

function limit(): ReturnType<typeof bodyLimit> {
  return bodyLimit({
    maxSize: MOST_BYTES,
    onError: () =>
      problemResponse({
        code: httpCodes.tooLarge,
        message: `The body is larger than ${MOST_BYTES} bytes.`,
      }),
  });
}
