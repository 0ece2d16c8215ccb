import { z } from "zod";
import type { TrustedBuild } from "../../../registry/contract/index.ts";
import type { ApiRoute } from "../route.ts";
import { type Shape, toShape } from "../wire.ts";
import { at, given, keeper, member, open, problems, visitor } from "./registry-common.ts";

const text = z.string().min(1).max(200);

const buildShape: Shape<TrustedBuild> = toShape(
  z.object({
    id: z.string(),
    publisher: z.string(),
    skill: z.string().nullable(),
    issuer: z.string(),
    repository: z.string(),
    workflow: z.string(),
    environment: z.string().nullable(),
    created_at: z.string(),
  }),
);

const handleParams = z.object({ handle: z.string() });

/** Builds that publish without a secret. */
export const registryBuildRoutes: readonly ApiRoute[] = [
  member({
    method: "GET",
    path: at("/publishers/{handle}/builds"),
    id: "listTrustedBuilds",
    doc: "Lists the builds that may publish for a publisher; for its owners.",
    params: handleParams,
    answers: {
      200: { doc: "The builds.", schema: z.object({ builds: z.array(buildShape.schema) }) },
      ...problems,
    },
    handle: async (context) => {
      const { market } = context.ports;
      const builds = await market.trustedBuilds(await visitor(context), context.params.handle);
      return { builds: builds.map(buildShape.out) };
    },
  }),
  keeper({
    method: "POST",
    path: at("/publishers/{handle}/builds"),
    id: "trustBuild",
    doc: "Lets builds of a workflow in a repository publish for a publisher, or one skill of it, without a secret: their issuer attests who they are.",
    params: handleParams,
    body: z.object({
      issuer: z.url().max(500),
      repository: text,
      workflow: text,
      environment: text.optional(),
      skill: text.optional(),
    }),
    answers: { 201: { doc: "The build.", schema: buildShape.schema }, ...problems },
    handle: async (context) => {
      const { market } = context.ports;
      const publisher = context.params.handle;
      const { issuer, repository, workflow, ...rest } = context.body;
      const wanted = { publisher, issuer, repository, workflow, ...given(rest) };
      const build = await market.trustBuild(await visitor(context), wanted);
      return buildShape.out(build);
    },
  }),
  keeper({
    method: "DELETE",
    path: at("/publishers/{handle}/builds/{build}"),
    id: "untrustBuild",
    doc: "Lets such builds publish no more.",
    params: z.object({ handle: z.string(), build: z.string() }),
    answers: { 204: { doc: "It is done." }, ...problems },
    handle: async (context) => {
      const { handle, build } = context.params;
      await context.ports.market.untrustBuild(await visitor(context), handle, build);
    },
  }),
  open({
    method: "POST",
    path: at("/builds/token"),
    id: "exchangeBuildToken",
    doc: "Gives a build that a publisher trusts a token to publish with, for the token of its issuer; good for 15 minutes.",
    limit: "device",
    maxBytes: 16 * 1024,
    body: z.object({ token: z.string().min(1).max(12_000), publisher: text.optional() }),
    answers: {
      200: {
        doc: "The token.",
        schema: z.object({ token: z.string(), expires_at: z.string(), publisher: z.string() }),
      },
      ...problems,
    },
    handle: async (context) => {
      const { token, publisher } = context.body;
      const made = await context.ports.market.exchangeBuild({ token, ...given({ publisher }) });
      return {
        token: made.token,
        expires_at: made.expiresAt,
        publisher: made.publisher,
      };
    },
  }),
];
