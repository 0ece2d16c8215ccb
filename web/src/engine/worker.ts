/** The engine of Skillwright in a thread of its own, so that typing never waits for a check. */
import { createLanguageServer } from "./language-server.ts";
import { operations } from "./operations.ts";

export interface Question {
  readonly id: number;
  readonly name: string;
  readonly input: readonly unknown[];
}

export type Answer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly message: string };

async function answer({ id, name, input }: Question): Promise<Answer> {
  try {
    const work = Object.entries(operations).find(([key]) => key === name)?.[1];
    // The client of the engine is typed by the same table, so that question and function fit.
    const call = work as ((...given: readonly unknown[]) => unknown) | undefined;
    return { id, ok: true, value: await call?.(...input) };
  } catch (error) {
    return { id, ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

const receive = createLanguageServer((message) => self.postMessage(message));

/** Texts are messages of the language server protocol. */
self.addEventListener("message", ({ data }: MessageEvent<Question | string>) => {
  if (typeof data === "string") void receive(data);
  else void answer(data).then((value) => self.postMessage(value));
});
