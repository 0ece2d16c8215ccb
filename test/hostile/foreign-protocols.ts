/** The same for the protocols of other programs: the address at which each row would tell of the owner's package. */
import type { ProtocolRow } from "../../src/registry/protocols/index.ts";
import type { Owned } from "./owner.ts";

/** Rows that name no skill: lists, which must not show it, and the caller's own. */
export const ROWS_WITHOUT_ID: ReadonlySet<string> = new Set([
  "GET /.well-known/clawhub.json",
  "GET /.well-known/clawdhub.json",
  "GET /.well-known/oauth-protected-resource/registry/mcp",
  "GET /.well-known/oauth-protected-resource/registry/mcp/login",
  "GET /.well-known/oauth-protected-resource",
  "GET /.well-known/oauth-authorization-server",
  "POST /oauth/register",
  "GET /oauth/authorize",
  "POST /oauth/approve",
  "POST /oauth/token",
  "GET /clawhub/api/v1/search",
  "GET /clawhub/api/v1/skills",
  "GET /clawhub/api/v1/trending",
  "GET /clawhub/api/v1/whoami",
  "POST /clawhub/api/v1/skills/-/upload-url",
  "POST /clawhub/api/v1/skills/-/upload/{upload}",
  "POST /clawhub/api/v1/skills",
  "POST /clawhub/api/v1/publishers",
  "POST /clawhub/api/v1/skills/-/security-verdicts",
  "POST /clawhub/api/v1/skills/-/scan",
  "GET /clawhub/api/v1/skills/-/scan/{scan}",
  "GET /clawhub/api/v1/skills/-/scan/{scan}/download",
  "POST /clawhub/api/cli/telemetry/install",
  "GET /registry/log/feed.json",
  "GET /clawhub/api/v1/transfers/incoming",
  "GET /clawhub/api/v1/transfers/outgoing",
  "POST /api/cli/device/code",
  "POST /api/cli/device/token",
  "GET /gaia/health",
  "GET /gaia/index.json",
  "POST /gaia/publish/skill",
  "POST /gaia/reindex",
  "GET /.well-known/agent-skills/{path...}",
  "GET /.well-known/skills/{path...}",
  "GET /u/{path...}",
  "GET /registry/log/checkpoint",
  "GET /registry/log/key",
  "GET /registry/log/tile/{path...}",
  "GET /registry/log/consistency",
  // A list of those that are known to who asks.
  "GET /registry/log/statements",
]);

/** By the path of the row, where its parameters do not say enough. */
const ADDRESSES: { readonly [path: string]: (owned: Owned) => string } = {
  "/clawhub/api/v1/skills/{slug}/file": ({ package: name }) =>
    `/clawhub/api/v1/skills/${name}/file?path=SKILL.md`,
  "/clawhub/api/v1/resolve": ({ package: name }) =>
    `/clawhub/api/v1/resolve?slug=${name}&hash=${"0".repeat(64)}`,
  "/clawhub/api/v1/download": ({ package: name }) => `/clawhub/api/v1/download?slug=${name}`,
  "/clawhub/api/v1/search": ({ package: name }) => `/clawhub/api/v1/search?q=${name}`,
  "/gaia/skills/{name}/{version}/{path...}": ({ package: name }) =>
    `/gaia/skills/${name}/1.0.0/SKILL.md`,
  "/s/{path...}": ({ package: name }) => `/s/${name}/.well-known/skills/${name}/SKILL.md`,
  "/u/{path...}": ({ publisher }) => `/u/${publisher}/.well-known/agent-skills/index.json`,
  "/d/{path...}": ({ package: name }) => `/d/${name}@1.0.0.zip`,
  "/renovate/{path...}": ({ package: name }) => `/renovate/${name}.json`,
  "/npm/{path...}": ({ package: name }) => `/npm/@skills/${name}`,
  "/git/{path...}": ({ package: name }) => `/git/${name}.git/info/refs?service=git-upload-pack`,
  "/registry/log/tile/{path...}": () => "/registry/log/tile/entries/000.p/1",
  "/registry/log/consistency": () => "/registry/log/consistency?from=0&to=0",
  "/registry/log/statements": ({ package: name }) => `/registry/log/statements?of=${name}@1.0.0`,
  "/.well-known/agent-skills/{path...}": () => "/.well-known/agent-skills/index.json",
  "/.well-known/skills/{path...}": ({ package: name }) => `/.well-known/skills/${name}/SKILL.md`,
};

/** Throws for a parameter that nobody has thought of. */
export function protocolAddress({ path, method }: ProtocolRow, owned: Owned): string {
  const made = ADDRESSES[path]?.(owned);
  if (made !== undefined) return method === "POST" ? (made.split("/info")[0] ?? made) : made;
  return path.replaceAll(/\{(\w+)(?:\.\.\.)?\}/gu, (_, name: string) => {
    switch (name) {
      case "slug":
      case "name":
        return owned.package;
      case "version":
        return "1.0.0";
      case "tag":
        return "stable";
      case "upload":
      case "scan":
        return "00000000-0000-4000-8000-000000000000";
      case "file":
        return `${owned.package}@1.0.0.zip`;
      case "publisher":
        return `@${owned.publisher}`;
      case "place":
        return `skills/${owned.package}/SKILL.md`;
      default:
        throw new Error(`${path} has no case: say what \`${name}\` is.`);
    }
  });
}

export function rowName({ method, path }: ProtocolRow): string {
  return `${method} ${path}`;
}
