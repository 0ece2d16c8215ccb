/** What one answer of a server may be: a server that goes on for ever must not keep, or end, who asked it. */
import { Readable, Transform } from "node:stream";
import type * as S3 from "@aws-sdk/client-s3";
import { storeCodes, storeError } from "./diagnostics.ts";

export interface S3Bounds {
  /** Bytes of one answer. Default: 256 MiB. */
  readonly mostBytes?: number;
  /** Keys of one listing. Default: a million. */
  readonly mostKeys?: number;
  /** Milliseconds for one answer. Default: ten minutes. */
  readonly mostMs?: number;
}

export const DEFAULT_BOUNDS: Required<S3Bounds> = {
  mostBytes: 256 * 1024 * 1024,
  mostKeys: 1_000_000,
  mostMs: 600_000,
};

/** Bounds every answer, whatever it is an answer to, before anything reads it. */
export function boundAnswers(
  client: S3.S3Client,
  name: string,
  { mostBytes, mostMs }: Required<S3Bounds>,
): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { response } = result;
      if (isAnswer(response) && response.body instanceof Readable)
        response.body = bounded(response.body, name, mostBytes, mostMs);
      return result;
    },
    // After all others of the step, so that it has the body first.
    { step: "deserialize", priority: "low", name: "boundAnswers" },
  );
}

function isAnswer(value: unknown): value is { body: unknown } {
  return typeof value === "object" && value !== null && "body" in value;
}

function bounded(body: Readable, name: string, mostBytes: number, mostMs: number): Readable {
  let left = mostBytes;
  const taken = new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      left -= chunk.length;
      if (left < 0) done(endless(name, `has more than ${mostBytes} bytes`));
      else done(null, chunk);
    },
  });
  const timer = setTimeout(() => {
    taken.destroy(endless(name, `took longer than ${mostMs} ms`));
  }, mostMs);
  body.on("error", (error) => taken.destroy(error));
  // A connection that breaks ends nothing.
  body.on("close", () => {
    if (!body.readableEnded) taken.destroy(endless(name, "broke off"));
  });
  taken.on("close", () => {
    clearTimeout(timer);
    body.destroy();
  });
  return body.pipe(taken);
}

export function endless(name: string, what: string): Error {
  return storeError(storeCodes.failed, `An answer of \`${name}\` ${what}.`, {
    hint: "Check that the endpoint is the server that you mean.",
  });
}
