import { findBase, followDocuments, indexAgain } from "../../hub/knowledge/index.ts";
import type { StreamEvent } from "../../hub/streams/index.ts";
import { forUsers, type HubContext } from "./context.ts";
import type { HubOperation } from "./define.ts";
import { documentShape } from "./knowledge.ts";
import type { Shape } from "./shape.ts";

const missing = { 404: "Not found, or not visible to this user." };
const reader = forUsers({ tag: "knowledge", scope: "knowledge:read", refusals: missing });
const writer = forUsers({ tag: "knowledge", scope: "knowledge:write", refusals: missing });

const indexedShape: Shape<Awaited<ReturnType<typeof indexAgain>>> = {
  schema: documentShape.schema,
  out: ({ document }) => documentShape.out(document),
};

export const documentOperations: readonly HubOperation<HubContext>[] = [
  writer("POST /knowledge/{kb}/process/{doc}", {
    id: "processDocument",
    doc: "Indexes a document again from its file: text, words and vectors.",
    accepts: ["It has started.", indexedShape],
    known: ["It is being indexed already.", ({ isAtWork }) => isAtWork],
    refusals: { 403: "Refused." },
    run: ({ hub, user }, { kb, doc }) => indexAgain(hub, user, kb, doc),
  }),
  reader.stream("GET /knowledge/{kb}/events", {
    id: "followKnowledgeBase",
    doc: "Streams the progress of documents: at once, and whenever the knowledge base changes.",
    tells:
      "The event `changed` with the `revision` and the `documents` that are being indexed or were until now.",
    broken: "silent",
    run: async ({ hub, user, signal }, { kb }) => {
      await findBase(hub.knowledge, user, kb);
      async function* news(): AsyncGenerator<StreamEvent, void> {
        const found = followDocuments(hub.knowledge, user, kb, signal);
        for await (const { revision, documents } of found)
          yield {
            event: "changed",
            data: { revision, documents: documents.map(documentShape.out) },
          };
      }
      return { events: news() };
    },
  }),
];
