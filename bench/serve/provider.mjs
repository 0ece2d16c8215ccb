/**
 * A language model on loopback that speaks the wire format of OpenAI. The name of the model says how it answers:
 * `tokens-200-pace-10-first-100` sends 200 tokens, one each 10 ms, the first after 100 ms.
 */
import { createServer } from "node:http";

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const { model } = JSON.parse(Buffer.concat(chunks).toString());
    const [, tokens, pace, first] = /tokens-(\d+)-pace-(\d+)-first-(\d+)/.exec(model).map(Number);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    speak(response, model, tokens, pace, first);
  });
});

function speak(response, model, tokens, pace, first) {
  const began = performance.now() + first;
  let sent = 0;
  const send = (choice) =>
    response.write(
      `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model, choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`,
    );
  const next = () => {
    if (response.destroyed) return;
    const due = pace === 0 ? tokens : Math.floor((performance.now() - began) / pace) + 1;
    while (sent < Math.min(due, tokens)) {
      send({ delta: { content: `w${sent} ` } });
      sent += 1;
    }
    if (sent < tokens) {
      setTimeout(next, Math.max(1, began + sent * pace - performance.now()));
      return;
    }
    send({ delta: {}, finish_reason: "stop" });
    response.end("data: [DONE]\n\n");
  };
  setTimeout(next, first);
}

server.listen(0, "127.0.0.1", () => console.log(`port ${server.address().port}`));
