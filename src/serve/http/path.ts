import { getPath } from "hono/utils/url";

/** What addresses of the platform begin with. */
export const PLATFORM_PATH: string = "/api/v1/";

/** The path by which a route is found: of the platform, one with a slash at its end means the same as without. */
export function pathWithoutSlash(request: Request): string {
  const path = getPath(request);
  const isLonger = path.length > PLATFORM_PATH.length && path.endsWith("/");
  return isLonger && path.startsWith(PLATFORM_PATH) ? path.slice(0, -1) : path;
}
