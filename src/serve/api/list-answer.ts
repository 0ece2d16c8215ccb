/**
 * An answer in JSON whose last member is a list, written item by item as the client reads: a slow one holds one item in
 * memory, and not all of them.
 */
export function listAnswer(
  head: object,
  name: string,
  items: AsyncGenerator<unknown, void>,
): Response {
  const texts = textsOf(head, name, items);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await texts.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await texts.return();
    },
  });
  return new Response(body, { headers: { "content-type": "application/json" } });
}

async function* textsOf(
  head: object,
  name: string,
  items: AsyncGenerator<unknown, void>,
): AsyncGenerator<string, void> {
  const members = JSON.stringify(head).slice(1, -1);
  yield `{${members}${members === "" ? "" : ","}${JSON.stringify(name)}:[`;
  let separator = "";
  for await (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ",";
  }
  yield "]}";
}
