import type { ProtocolOptions } from "../../src/registry/protocols/index.ts";

/** What the protocols of the registry need besides a market: enough for all of their routes. */
export const FACE_OPTIONS: ProtocolOptions = {
  deviceScopes: ["registry:read"],
  devicePage: "/device",
  oauth: {
    resourcePaths: ["/registry/mcp", "/registry/mcp/login"],
    fetchClient: async () => undefined,
    authorizePage: () => new Response(),
  },
};
