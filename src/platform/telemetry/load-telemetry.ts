import type * as Api from "@opentelemetry/api";
import { NO_TELEMETRY, type Span, type SpanOptions, type Telemetry } from "./telemetry.ts";

const SCOPE = "skillwright";

/** By OpenTelemetry, where its package is installed; what becomes of it is for the SDK that the operator has started. */
export async function loadTelemetry(version: string): Promise<Telemetry> {
  try {
    return openTelemetry(await import("@opentelemetry/api"), version);
  } catch {
    return NO_TELEMETRY;
  }
}

function openTelemetry(api: typeof Api, version: string): Telemetry {
  const { context, propagation, trace } = api;
  const tracer = trace.getTracer(SCOPE, version);
  const meter = api.metrics.getMeter(SCOPE, version);

  const begin = (name: string, { attributes = {}, isCall = false }: SpanOptions): OpenSpan => {
    const kind = isCall ? api.SpanKind.CLIENT : api.SpanKind.INTERNAL;
    const opened = tracer.startSpan(name, { kind, attributes: defined(attributes) });
    let hasFailed = false;
    const fail = (reason: string): void => {
      hasFailed = true;
      opened.setAttribute("error.type", reason);
      opened.setStatus({ code: api.SpanStatusCode.ERROR, message: reason });
    };
    return {
      span: {
        set: (more) => {
          opened.setAttributes(defined(more));
        },
        fail,
      },
      isKept: api.isSpanContextValid(opened.spanContext()),
      at: trace.setSpan(context.active(), opened),
      broke: (error) => {
        if (!hasFailed) fail(describeError(error));
      },
      end: () => {
        opened.end();
      },
    };
  };

  return {
    within: async (name, options, work) => {
      const { span, at, broke, end } = begin(name, options);
      try {
        return await context.with(at, () => work(span));
      } catch (error) {
        broke(error);
        throw error;
      } finally {
        end();
      }
    },
    // The span begins with the call, not with the first step, which another caller may ask for.
    follow: (name, options, steps) => {
      const begun = begin(name, options);
      // Nobody collects spans, and a context for each step would cost as much as the step.
      if (!begun.isKept) return steps(begun.span);
      return followed(api, begun, context.bind(begun.at, steps)(begun.span));
    },
    continueFrom: (headers, work) => {
      // Somebody has begun a span of this request already, as instrumentations of HTTP do.
      if (trace.getActiveSpan() !== undefined) return work();
      const getter = {
        get: (from: Headers, key: string) => from.get(key) ?? undefined,
        keys: (from: Headers) => [...from.keys()],
      };
      return context.with(propagation.extract(context.active(), headers, getter), work);
    },
    counter: (name, options) => {
      const counter = meter.createCounter(name, options);
      return { note: (value, labels) => counter.add(value, defined(labels)) };
    },
    histogram: (name, options) => {
      const histogram = meter.createHistogram(name, options);
      return { note: (value, labels) => histogram.record(value, defined(labels)) };
    },
    gauge: (name, options, read) => {
      meter.createObservableGauge(name, options).addCallback((result) => result.observe(read()));
    },
  };
}

interface OpenSpan {
  readonly span: Span;
  /** Whether it is one that others can belong to. */
  readonly isKept: boolean;
  /** The context in which the work goes on. */
  readonly at: Api.Context;
  readonly broke: (error: unknown) => void;
  readonly end: () => void;
}

/** A generator has no context of its own: each step goes on in that of whoever asks for it. */
async function* followed<Event, Result>(
  { context }: typeof Api,
  { at, broke, end }: OpenSpan,
  steps: AsyncGenerator<Event, Result>,
): AsyncGenerator<Event, Result> {
  try {
    for (;;) {
      const next = await context.with(at, () => steps.next());
      if (next.done === true) return next.value;
      yield next.value;
    }
  } catch (error) {
    broke(error);
    throw error;
  } finally {
    try {
      // What it was given up with is what it says itself, where it has not ended.
      await context.with(at, () => steps.return(undefined as Result));
    } finally {
      end();
    }
  }
}

/** Words of an error may hold what was said: its code or its name is all that is told. */
function describeError(error: unknown): string {
  if (error instanceof Error && "diagnostic" in error) {
    const { diagnostic } = error as { readonly diagnostic?: { readonly code?: unknown } };
    if (typeof diagnostic?.code === "string") return diagnostic.code;
  }
  return error instanceof Error ? error.name : "error";
}

function defined(attributes: { readonly [name: string]: unknown }): Api.Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
