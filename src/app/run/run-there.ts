import type { Client } from "../../client/index.ts";
import type { Context } from "../context.ts";
import type { ServerChoice } from "../server/servers.ts";
import type { Step } from "../text.ts";
import { readAttachments, toSentFiles } from "./attachments.ts";
import { toSteps } from "./events.text.ts";
import { inputValues } from "./input-values.ts";
import type { RunEnd } from "./run-here.ts";

interface Input extends ServerChoice {
  readonly skill: string;
  readonly input: readonly string[];
  readonly attach: readonly string[];
  readonly model?: string;
  readonly dryRun: boolean;
}

export async function* runThere(
  { computer, server }: Required<Pick<Context, "computer" | "server">>,
  input: Input,
): AsyncGenerator<Step, RunEnd | Awaited<ReturnType<Client["previewRun"]>>, void> {
  const { skill: name, model, dryRun } = input;
  const inputs = inputValues(computer.folder, input.input);
  const files = toSentFiles(readAttachments(computer.folder, input.attach));
  const request = {
    params: { name },
    body: { inputs, ...(model === undefined ? {} : { model }), ...files },
  };
  const { client, explain } = await server.connect(input);
  try {
    if (dryRun) return await client.previewRun(request);
    return { isFine: yield* toSteps(client.runSkill(request)) };
  } catch (error) {
    throw explain(error);
  }
}
