/** Archives of repositories for the page, which finds the skills in them itself: the server unpacks and runs nothing. */
import { z } from "zod";
import { failure } from "../../../platform/index.ts";
import {
  fetchBytes,
  type GuardOptions,
  resolveConfigured,
} from "../../../platform/network/index.ts";
import { apiCodes } from "../../../hub/requests/index.ts";
import { type ApiRoute, route } from "../route.ts";
import { problemSchema } from "../schemas.ts";

const GITHUB = "https://codeload.github.com";
/** Its name stands here, and is not one that users choose. */
const OPEN: GuardOptions = { allowPrivate: [], resolve: resolveConfigured };
const MOST_BYTES = 20 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

/** Of a repository only names are taken, never an address, so that users cannot choose which hosts the server contacts. */
const name = z.string().regex(/^[\w.-]{1,100}$/u);
const ref = z.string().regex(/^[\w.-][\w./-]{0,200}$/u);

export const skillFetchRoutes: readonly ApiRoute[] = [
  route({
    method: "POST",
    path: "/api/v1/skills/fetch",
    id: "fetchRepository",
    tag: "skills",
    doc: "Fetches a public repository of GitHub as a zip archive. Nothing of it is stored, unpacked or run.",
    access: "user",
    scope: "skills:write",
    body: z.object({ owner: name, repository: name, ref: ref.default("HEAD") }),
    limit: "fetch",
    answers: {
      200: { doc: "The archive.", schema: z.string(), media: "application/octet-stream" },
      400: { doc: "A field is invalid.", schema: problemSchema },
      404: { doc: "GitHub has no such repository or branch.", schema: problemSchema },
      413: { doc: "The archive is too large.", schema: problemSchema },
      502: { doc: "GitHub did not answer.", schema: problemSchema },
    },
    handle: async ({ ports, body, request }) => {
      const { origin = GITHUB, guard = OPEN } = ports.repositories ?? {};
      const answer = await fetchBytes({
        method: "GET",
        url: `${origin}/${body.owner}/${body.repository}/zip/${body.ref}`,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MOST_BYTES,
        signal: request.signal,
        guard,
      });
      const called = `${body.owner}/${body.repository}`;
      if (answer.kind === "failed" && answer.isTooLong === true)
        throw failure(apiCodes.tooLarge, `The archive of ${called} is larger than 20 MB`);
      if (answer.kind === "failed")
        throw failure(apiCodes.unreachable, `GitHub did not answer: ${answer.why}`);
      if (answer.status !== 200)
        throw failure(apiCodes.notFound, `GitHub has no public ${called} with \`${body.ref}\``);
      return new Response(Uint8Array.from(answer.bytes), {
        headers: {
          "content-type": "application/octet-stream",
          "content-disposition": "attachment",
        },
      });
    },
  }),
];
