import { z } from "zod";
import { withoutControls } from "../../platform/index.ts";
import { type Requester, requestText, type TextAnswer } from "../../platform/network/index.ts";
import { SkillError, parseJson } from "../../skill/model/index.ts";
import { hostCodes, hostProblem, probeTimeout, toGatewayBase } from "../hosts/index.ts";
import {
  HOSTS_ROUTE,
  hostsAnswer,
  type HostsAnswer,
  MOST_BINS,
  type ProbeRequest,
  PROBES_ROUTE,
  probesAnswer,
  type ProbesAnswer,
} from "./api.ts";

export interface GatewayOptions {
  /** Address of the gateway, such as `ws://127.0.0.1:4817`: the same that hosts are given. */
  readonly gateway: string;
  readonly token: string;
  /** Lets the token travel readable to another machine. */
  readonly allowsPlainText?: boolean;
  readonly request?: Requester;
}

/** The hosts of a gateway, seen from outside of it. */
export interface GatewayClient {
  readonly hosts: () => Promise<HostsAnswer>;
  /** Has the hosts asked for programs, and waits for their answers. */
  readonly probe: (request: ProbeRequest) => Promise<ProbesAnswer>;
}

const ANSWER_MS = 15_000;
const MOST_BYTES = 16 * 1024 * 1024;

/** Throws where the address is none; nothing is sent before the first question. */
export function createGatewayClient(options: GatewayOptions): GatewayClient {
  const base = toGatewayBase(options.gateway, options.allowsPlainText);
  const { request = requestText } = options;
  const ask = async <Answer>(
    route: string,
    schema: z.ZodType<Answer>,
    timeoutMs: number,
    body?: ProbeRequest,
  ): Promise<Answer> => {
    const answer = await request({
      method: body === undefined ? "GET" : "POST",
      url: base + route,
      headers: {
        authorization: `Bearer ${options.token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeoutMs,
      maxBytes: MOST_BYTES,
    });
    return readAnswer(answer, schema, base);
  };
  return {
    hosts: () => ask(HOSTS_ROUTE, hostsAnswer, ANSWER_MS),
    probe: async ({ bins, ...rest }) => {
      const timeoutMs = probeTimeout(rest.timeoutMs) * 2 + ANSWER_MS;
      const first = await ask(PROBES_ROUTE, probesAnswer, timeoutMs, {
        ...rest,
        bins: bins.slice(0, MOST_BINS),
      });
      const answers = [first];
      for (let at = MOST_BINS; at < bins.length; at += MOST_BINS)
        answers.push(
          await ask(PROBES_ROUTE, probesAnswer, timeoutMs, {
            ...rest,
            bins: bins.slice(at, at + MOST_BINS),
          }),
        );
      return joined(answers, first);
    },
  };
}

/** The facts of the last answer, which has them all; of the others what happened on the way. */
function joined(answers: readonly ProbesAnswer[], first: ProbesAnswer): ProbesAnswer {
  const every = (key: "probed" | "skipped" | "silent"): readonly string[] => [
    ...new Set(answers.flatMap((answer) => answer[key])),
  ];
  return {
    hosts: (answers.at(-1) ?? first).hosts,
    probed: every("probed"),
    skipped: every("skipped"),
    silent: every("silent"),
  };
}

function readAnswer<Answer>(answer: TextAnswer, schema: z.ZodType<Answer>, base: string): Answer {
  if (answer.kind === "failed")
    throw problem(
      "gatewayUnreachable",
      `The gateway at \`${base}\` cannot be reached: ${withoutControls(answer.why)}.`,
      "Check that `skillwright serve` runs there, and that the address is the one it printed.",
      answer.cause,
    );
  const { status, text } = answer;
  const body = parseJson(text);
  if (status === 200) {
    const { data } = schema.safeParse(body);
    if (data !== undefined) return data;
  }
  throw refusalOf(status, faultSchema.safeParse(body).data, base);
}

const faultSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

function refusalOf(
  status: number,
  fault: z.infer<typeof faultSchema> | undefined,
  base: string,
): SkillError {
  if (status === 401 && fault?.error.code === hostCodes.unauthorized)
    return problem(
      "unauthorized",
      `The gateway at \`${base}\` does not accept this token.`,
      "Pass the token with which `skillwright serve` was started.",
    );
  // Only a server of ours says it in this way; anything else that lacks the page is no gateway.
  if (status === 404 && fault?.error.code === "http/not-found")
    return problem(
      "gatewayTooOld",
      `The gateway at \`${base}\` does not report its hosts.`,
      "Check the path of the address, or bring Skillwright up to date on that machine.",
    );
  return problem(
    "invalidGateway",
    `\`${base}\` answered ${status}, which is not the answer of a gateway.`,
    fault === undefined
      ? "Check the address: something else may listen there."
      : withoutControls(fault.error.message).slice(0, 500),
  );
}

function problem(
  code: keyof typeof hostCodes,
  message: string,
  hint: string,
  cause?: unknown,
): SkillError {
  const details = cause === undefined ? { hint } : { hint, cause };
  return new SkillError(hostProblem(hostCodes[code], message, details));
}
