/** Makes vectors of texts in a process of its own, with the packages whose files it is given. */
const [engine = "", weights = ""] = process.argv.slice(2);
let loading;

async function load() {
  const [{ createEmbedder }, { default: model }] = await Promise.all([
    import(engine),
    import(weights),
  ]);
  return await createEmbedder({ model });
}

process.on("message", (message) => {
  void answer(message);
});

async function answer({ id, value }) {
  try {
    loading ??= load();
    const embedder = await loading;
    process.send?.({ id, value: await embedder.embed(value) });
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? error.message : String(error) });
  }
}
