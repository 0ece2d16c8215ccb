import type { StreamEvent } from "./wire.ts";

/** The events of a stream as they come in; comments, such as heartbeats, are left out. */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<StreamEvent, void> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    let end = blockEnd(text);
    while (end !== undefined) {
      const event = readBlock(text.slice(0, end.at));
      text = text.slice(end.next);
      if (event !== undefined) yield event;
      end = blockEnd(text);
    }
  }
}

/** Blank lines part events, whatever ends a line. */
function blockEnd(text: string): { readonly at: number; readonly next: number } | undefined {
  const found = /\r\n\r\n|\n\n|\r\r/u.exec(text);
  return found === null ? undefined : { at: found.index, next: found.index + found[0].length };
}

function readBlock(block: string): StreamEvent | undefined {
  let event = "message";
  const data: string[] = [];
  for (const line of block.split(/\r\n|\n|\r/u)) {
    const [, name, value = ""] = /^(\w+)(?:: ?(.*))?$/u.exec(line) ?? [];
    if (name === "event") event = value;
    if (name === "data") data.push(value);
  }
  if (data.length === 0) return undefined;
  // The server writes an object into every event.
  return { event, data: JSON.parse(data.join("\n")) as StreamEvent["data"] };
}
