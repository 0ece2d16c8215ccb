import { z } from "zod";
import {
  HOSTS_ROUTE,
  hostsAnswer,
  probeRequest,
  PROBES_ROUTE,
  probesAnswer,
} from "../../library/gateway/index.ts";
import { HOSTS_PATH, PROTOCOL_NAME } from "../../library/hosts/index.ts";
import { httpCodes } from "./diagnostics.ts";
import { problemResponse } from "./problem.ts";
import { jsonRoute, type Route } from "./route.ts";
import { systemStatus } from "./served-skills.ts";

export const routes: readonly Route[] = [
  jsonRoute({
    method: "GET",
    path: "/healthz",
    doc: "Says that the server runs, its version, and how many hosts are connected.",
    access: "everyone",
    output: z.object({ status: z.literal("ok"), version: z.string(), hosts: z.number() }),
    answer: ({ version, inventory }) => ({
      status: "ok" as const,
      version,
      hosts: inventory.hosts().length,
    }),
  }),
  {
    method: "GET",
    path: HOSTS_PATH,
    doc: "Opens the WebSocket connection of a host.",
    access: "everyone",
    // Requests for a connection never come here: the listener hands them over before.
    handle: () =>
      problemResponse(
        {
          code: httpCodes.upgradeRequired,
          message: "This address takes WebSocket connections only.",
        },
        { upgrade: "websocket", "sec-websocket-protocol": PROTOCOL_NAME },
      ),
  },
  jsonRoute({
    method: "GET",
    path: HOSTS_ROUTE,
    doc: "Gives what is known of the hosts, also of those that left.",
    access: "token",
    output: hostsAnswer,
    answer: ({ inventory }) => ({ hosts: inventory.known() }),
  }),
  jsonRoute({
    method: "POST",
    path: PROBES_ROUTE,
    doc: "Asks the connected hosts for programs, waits for their answers, and gives the hosts.",
    access: "token",
    input: probeRequest,
    output: probesAnswer,
    answer: async ({ inventory }, { bins, ...options }) => {
      const asked = await inventory.ask(bins, options);
      return {
        hosts: inventory.known(),
        probed: asked.probedHostIds,
        skipped: asked.skippedHostIds,
        silent: asked.silentHostIds,
      };
    },
  }),
  jsonRoute({
    method: "GET",
    path: "/api/skills",
    doc: "Says which of the served skills load now, on which hosts, and why not the others.",
    access: "token",
    output: z.object({ systems: z.array(systemStatus) }),
    answer: ({ skills }) => ({ systems: skills() }),
  }),
];
