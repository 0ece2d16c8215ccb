import type { StreamEvent } from "../../client/index.ts";
import { type Context, FINDINGS, FINE } from "../context.ts";

export interface ShowOptions {
  /** Of several who speak, the one whose words are the answer. */
  readonly speaker?: string;
}

/** Shows a run as it goes on: the answer on standard output, everything else beside it. Gives the exit code. */
export async function showEvents(
  context: Context,
  events: AsyncIterable<StreamEvent>,
  { speaker = "" }: ShowOptions = {},
): Promise<number> {
  const isJson = context.options.flag("json");
  const screen: Screen = { context, speaker, endsLine: true, endsWhisper: true, whisperer: "" };
  let code = FINDINGS;
  for await (const event of events) {
    if (isJson) context.out(`${JSON.stringify(event)}\n`);
    else showEvent(screen, event);
    if (isSuccess(event)) code = FINE;
  }
  endLine(screen);
  return code;
}

interface Screen {
  readonly context: Context;
  readonly speaker: string;
  endsLine: boolean;
  /** Who was heard last beside the answer, and whether the line of it is complete. */
  whisperer: string;
  endsWhisper: boolean;
}

function isSuccess({ event, data }: StreamEvent): boolean {
  return event === "done" && data["status"] !== "error";
}

function showEvent(screen: Screen, { event, data }: StreamEvent): void {
  if (event === "token") {
    const text = textOf(data["content"]);
    const from = textOf(data["node_id"]);
    if (text === "") return;
    if (from === screen.speaker) say(screen, text);
    else whisper(screen, from, text);
  } else if (event === "done") {
    endLine(screen);
    if (data["status"] === "error") note(screen, "red", `error: ${textOf(data["message"])}`);
  } else {
    const line = lineOf(event, data);
    if (line !== undefined) note(screen, event === "error" ? "red" : "dim", line);
  }
}

function lineOf(event: string, data: StreamEvent["data"]): string | undefined {
  if (event === "thought") return thoughtLine(data);
  if (event === "citation") return citationLines(data);
  if (event === "node_start") return `${textOf(data["node_type"])} ${textOf(data["node_id"])}`;
  if (event === "node_error" || event === "workflow_error")
    return [textOf(data["node_id"]), textOf(data["error"])]
      .filter((part) => part !== "")
      .join(": ");
  return undefined;
}

function thoughtLine(data: StreamEvent["data"]): string | undefined {
  const { type, status, message, error, warnings } = data;
  const told = Array.isArray(warnings)
    ? warnings.map((warning) => `warning: ${textOf(warning)}`)
    : [];
  if (status === "error")
    return [...told, `${textOf(type)}: ${textOf(error ?? message)}`].join("\n");
  if (type === "retrieval" && status === "complete")
    told.push(`retrieval: ${textOf(data["results_count"])} passages`);
  if (type === "tool" && status === "start")
    told.push(`tool: ${textOf(data["tool"])} ${textOf(data["arguments"])}`);
  if (type === "skill" && status === "loaded") told.push(`skill: ${textOf(data["skill_name"])}`);
  return told.length === 0 ? undefined : told.join("\n");
}

function citationLines({ sources }: StreamEvent["data"]): string | undefined {
  if (!Array.isArray(sources)) return undefined;
  const lines = sources.flatMap((source, at) =>
    typeof source === "object" && source !== null && "text" in source
      ? [`[${at + 1}] ${textOf(source["text"]).replaceAll(/\s+/gu, " ").slice(0, 100)}`]
      : [],
  );
  return lines.join("\n");
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function say(screen: Screen, text: string): void {
  endWhisper(screen);
  screen.context.write(text);
  screen.endsLine = text.endsWith("\n");
}

/** What is said on the way to the answer, with the name of who says it where that changes. */
function whisper(screen: Screen, from: string, text: string): void {
  const { context } = screen;
  if (screen.whisperer !== from || screen.endsWhisper) {
    endLine(screen);
    context.err(context.paintError("dim", `${from}: `));
  }
  context.err(context.paintError("dim", text));
  screen.whisperer = from;
  screen.endsWhisper = text.endsWith("\n");
}

function endWhisper(screen: Screen): void {
  if (!screen.endsWhisper) screen.context.err("\n");
  screen.endsWhisper = true;
}

function note(screen: Screen, style: "dim" | "red", text: string): void {
  endLine(screen);
  screen.context.err(`${screen.context.paintError(style, text)}\n`);
}

/** What comes next begins a line of its own. */
function endLine(screen: Screen): void {
  endWhisper(screen);
  if (screen.endsLine) return;
  screen.context.write("\n");
  screen.endsLine = true;
}
