import type { Client } from "../../client/index.ts";
import { failure } from "../../platform/index.ts";
import { newId } from "../../platform/machine/index.ts";
import { readLines } from "../../platform/process/index.ts";
import { SkillError, withoutCause } from "../../skill/model/index.ts";
import { type Operation, operation } from "../operation.ts";
import { attachField, readAttachments, toSentFiles } from "../run/attachments.ts";
import { followEvents, toSteps } from "../run/events.text.ts";
import type { Step } from "../text.ts";
import { AT_A_SERVER } from "./ask.ts";
import { HERE, modelField, placeFields } from "./fields.ts";
import type { OpenServer } from "./servers.ts";

interface Talk {
  readonly isFine: boolean;
  /** Where it can be continued. */
  readonly session?: string;
}

type Message = Parameters<Client["chat"]>[0]["body"];

export const chat: Operation = operation({
  title: "Talk to a model",
  details:
    "With words it says them and prints the answer. Without, it reads a line at a time until the input ends. " +
    `A session remembers what was said; each start begins a new one unless \`--session\` names it.${HERE}`,
  examples: [
    "skillwright chat",
    'skillwright chat --attach chart.png "what does it show?"',
    'skillwright chat --local --kb handbook "when are holidays?"',
    'skillwright chat "@article-summary style=short The news is …"',
  ],
  input: {
    words: {
      kind: "text",
      many: true,
      positional: true,
      placeholder: "MESSAGE",
      doc: "Message to send.",
    },
    session: { kind: "text", placeholder: "ID", doc: "Session to continue." },
    kb: { kind: "text", placeholder: "NAME", doc: "Knowledge base to look in." },
    ...attachField,
    ...modelField,
    ...placeFields,
  },
  effects: "writes",
  needs: ["server", "computer"],
  expose: AT_A_SERVER,
  streams: true,
  run: async function* ({ server, computer }, input) {
    const { words, session = newId(), model, kb, attach } = input;
    if (attach.length > 0 && words.length === 0)
      throw failure("cli/usage", "`--attach` goes with a question in the command.", {
        hint: 'Such as `skillwright chat --attach chart.png "what does it show?"`.',
      });
    const files = toSentFiles(readAttachments(computer.folder, attach));
    const opened = await server.open(input);
    const message = {
      session_id: session,
      ...(model === undefined ? {} : { model }),
      ...(kb === undefined ? {} : { kb_id: kb }),
    };
    try {
      if (words.length > 0)
        return { isFine: yield* say(opened, { ...message, ...files, message: words.join(" ") }) };
      return yield* talk(opened, message);
    } finally {
      await opened.close();
    }
  },
  exitCode: ({ isFine }) => (isFine ? 0 : 1),
  text: async () => ({
    follow: followEvents,
    render: () => "",
    notes: ({ session }, { style }) =>
      session === undefined ? "" : `${style("dim", `session: ${session}`)}\n`,
  }),
});

async function* say(
  { client, explain }: OpenServer,
  body: Message,
): AsyncGenerator<Step, boolean, void> {
  try {
    return yield* toSteps(client.chat({ body }));
  } catch (error) {
    throw explain(error);
  }
}

/** Everything that comes in line by line; the talk goes on after what a server refuses. */
async function* talk(
  opened: OpenServer,
  message: Omit<Message, "message">,
): AsyncGenerator<Step, Talk, void> {
  let isFine = true;
  for await (const line of readLines("> ")) {
    if (line.trim() === "") continue;
    try {
      if (!(yield* say(opened, { ...message, message: line }))) isFine = false;
    } catch (error) {
      if (!SkillError.isInstance(error) || error.exit !== 1) throw error;
      yield { json: { error: withoutCause(error.diagnostic) } };
      isFine = false;
    }
  }
  return { isFine, session: message.session_id };
}
