/** Shows a run as it goes on: the answer on standard output, everything else beside it. */
import type { StreamEvent } from "../../client/index.ts";
import type { Diagnostic } from "../../skill/model/index.ts";
import { type Follower, type FollowPorts, renderFailure, type Step } from "../text.ts";

/** Events as steps; of several who speak, one says the answer. Gives whether it ended well. */
export async function* toSteps(
  events: AsyncIterable<StreamEvent>,
  speaker = "",
): AsyncGenerator<Step, boolean, void> {
  let isFine = false;
  for await (const event of events) {
    isFine ||= event.event === "done" && event.data["status"] !== "error";
    yield { json: event, isAside: toText(event.data["node_id"]) !== speaker };
  }
  return isFine;
}

export function followEvents(ports: FollowPorts): Follower {
  const screen: Screen = { ...ports, endsLine: true, endsWhisper: true, whisperer: "" };
  return {
    step: ({ json, isAside = false }: Step) => {
      // What a server refuses in the middle of a talk.
      if ("error" in json) ports.err(renderFailure(json.error as Diagnostic, ports.style));
      else showEvent(screen, json as StreamEvent, isAside);
    },
    end: () => endLine(screen),
  };
}

interface Screen extends FollowPorts {
  endsLine: boolean;
  /** Who was heard last beside the answer, and whether the line of it is complete. */
  whisperer: string;
  endsWhisper: boolean;
}

function showEvent(screen: Screen, { event, data }: StreamEvent, isAside: boolean): void {
  if (event === "token") {
    const text = toText(data["content"]);
    if (text === "") return;
    if (isAside) whisper(screen, toText(data["node_id"]), text);
    else writeText(screen, text);
  } else if (event === "done") {
    endLine(screen);
    if (data["status"] === "error") note(screen, "red", `error: ${toText(data["message"])}`);
  } else {
    const line = formatEvent(event, data);
    if (line !== undefined) note(screen, event === "error" ? "red" : "dim", line);
  }
}

function formatEvent(event: string, data: StreamEvent["data"]): string | undefined {
  if (event === "thought") return thoughtLine(data);
  if (event === "citation") return citationLines(data);
  if (event === "node_start") return `${toText(data["node_type"])} ${toText(data["node_id"])}`;
  if (event === "node_error" || event === "workflow_error")
    return [toText(data["node_id"]), toText(data["error"])]
      .filter((part) => part !== "")
      .join(": ");
  return undefined;
}

function thoughtLine(data: StreamEvent["data"]): string | undefined {
  const { type, status, message, error, warnings } = data;
  const told = Array.isArray(warnings)
    ? warnings.map((warning) => `warning: ${toText(warning)}`)
    : [];
  if (status === "error")
    return [...told, `${toText(type)}: ${toText(error ?? message)}`].join("\n");
  if (type === "retrieval" && status === "complete")
    told.push(`retrieval: ${toText(data["results_count"])} passages`);
  if (type === "tool" && status === "start")
    told.push(`tool: ${toText(data["tool"])} ${toText(data["arguments"])}`);
  if (type === "skill" && status === "loaded") told.push(`skill: ${toText(data["skill_name"])}`);
  return told.length === 0 ? undefined : told.join("\n");
}

function citationLines({ sources }: StreamEvent["data"]): string | undefined {
  if (!Array.isArray(sources)) return undefined;
  const lines = sources.flatMap((source, at) =>
    typeof source === "object" && source !== null && "text" in source
      ? [`[${at + 1}] ${toText(source["text"]).replaceAll(/\s+/gu, " ").slice(0, 100)}`]
      : [],
  );
  return lines.join("\n");
}

function toText(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function writeText(screen: Screen, text: string): void {
  endWhisper(screen);
  screen.write(text);
  screen.endsLine = text.endsWith("\n");
}

/** What is said on the way to the answer, with the name of who says it where that changes. */
function whisper(screen: Screen, from: string, text: string): void {
  if (screen.whisperer !== from || screen.endsWhisper) {
    endLine(screen);
    screen.err(screen.style("dim", `${from}: `));
  }
  screen.err(screen.style("dim", text));
  screen.whisperer = from;
  screen.endsWhisper = text.endsWith("\n");
}

function endWhisper(screen: Screen): void {
  if (!screen.endsWhisper) screen.err("\n");
  screen.endsWhisper = true;
}

function note(screen: Screen, style: "dim" | "red", text: string): void {
  endLine(screen);
  screen.err(`${screen.style(style, text)}\n`);
}

/** What comes next begins a line of its own. */
function endLine(screen: Screen): void {
  endWhisper(screen);
  if (screen.endsLine) return;
  screen.write("\n");
  screen.endsLine = true;
}
