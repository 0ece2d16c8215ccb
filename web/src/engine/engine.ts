import type { Transport } from "@codemirror/lsp-client";
import { createContext, use } from "react";
import type { InputOf, OperationId, OutputOf } from "./call.ts";
import type { Operations } from "./operations.ts";
import type { Answer, Question } from "./worker.ts";

type Asked<Name extends keyof Operations> = Awaited<ReturnType<Operations[Name]>>;

interface Waiting {
  readonly settle: (value: unknown) => void;
  readonly refuse: (error: Error) => void;
}

/** Asks the engine in its thread, which begins with the first question. */
export class Engine {
  readonly #waiting = new Map<number, Waiting>();
  readonly #subscribers = new Set<(message: string) => void>();
  #worker: Worker | undefined;
  #last = 0;

  /** Carries messages between an editor and the language server in the thread. */
  readonly transport: Transport = {
    send: (message) => this.#open().postMessage(message),
    subscribe: (handler) => void this.#subscribers.add(handler),
    unsubscribe: (handler) => void this.#subscribers.delete(handler),
  };

  async ask<Name extends keyof Operations>(
    name: Name,
    ...input: Parameters<Operations[Name]>
  ): Promise<Asked<Name>> {
    const worker = this.#open();
    this.#last += 1;
    const question: Question = { id: this.#last, name, input };
    const value = await new Promise<unknown>((settle, refuse) => {
      this.#waiting.set(question.id, { settle, refuse });
      worker.postMessage(question);
    });
    // The worker answers with what the function of that name gives.
    return value as Asked<Name>;
  }

  /** Calls an operation of Skillwright, as the client does over HTTP. */
  async call<Id extends OperationId>(id: Id, input: InputOf<Id>): Promise<OutputOf<Id>> {
    // The function is generic, which the table of questions cannot say.
    return (await this.ask("callOperation", id, input)) as OutputOf<Id>;
  }

  #open(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<Answer | string>) => {
      if (typeof data !== "string") this.#hear(data);
      else for (const handler of this.#subscribers) handler(data);
    });
    worker.addEventListener("error", () => this.#fail());
    this.#worker = worker;
    return worker;
  }

  #hear(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (answer.ok) waiting?.settle(answer.value);
    else waiting?.refuse(new Error(answer.message));
  }

  /** The thread could not be loaded; the next question tries again. */
  #fail(): void {
    this.#worker = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { refuse } of waiting) refuse(new Error("The engine of the page could not start."));
  }
}

export const EngineContext = createContext<Engine | undefined>(undefined);

export function useEngine(): Engine {
  const engine = use(EngineContext);
  if (engine === undefined) throw new Error("There is no engine around this component.");
  return engine;
}
