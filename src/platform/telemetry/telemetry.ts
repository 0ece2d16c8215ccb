/** What a program tells of its work while it goes on: spans and figures, for whoever collects them. */

export interface Attributes {
  readonly [name: string]: string | number | boolean | readonly string[] | undefined;
}

export interface Span {
  readonly set: (attributes: Attributes) => void;
  /** The work has failed, although nothing was thrown. */
  readonly fail: (reason: string) => void;
}

export interface SpanOptions {
  readonly attributes?: Attributes;
  /** Another program is asked. */
  readonly isCall?: boolean;
}

/** Sums of what is added, or how often values lay where. */
export interface Instrument {
  readonly note: (value: number, labels: Attributes) => void;
}

interface InstrumentOptions {
  readonly description: string;
  readonly unit?: string;
}

export interface Telemetry {
  /** Does work within a span, which ends with it. */
  readonly within: <T>(
    name: string,
    options: SpanOptions,
    work: (span: Span) => Promise<T>,
  ) => Promise<T>;
  /** The same of work that goes on step by step; whoever leaves early ends the span. */
  readonly follow: <Event, Result>(
    name: string,
    options: SpanOptions,
    steps: (span: Span) => AsyncGenerator<Event, Result>,
  ) => AsyncGenerator<Event, Result>;
  /** Does work as a part of what the sender of these headers does. */
  readonly continueFrom: <T>(headers: Headers, work: () => Promise<T>) => Promise<T>;
  readonly counter: (name: string, options: InstrumentOptions) => Instrument;
  readonly histogram: (name: string, options: InstrumentOptions) => Instrument;
  /** A figure that is asked for when it is collected. */
  readonly gauge: (name: string, options: InstrumentOptions, read: () => number) => void;
}

const NO_SPAN: Span = { set: () => {}, fail: () => {} };
const NO_INSTRUMENT: Instrument = { note: () => {} };

/** Collects nothing. */
export const NO_TELEMETRY: Telemetry = {
  within: (_name, _options, work) => work(NO_SPAN),
  follow: (_name, _options, steps) => steps(NO_SPAN),
  continueFrom: (_headers, work) => work(),
  counter: () => NO_INSTRUMENT,
  histogram: () => NO_INSTRUMENT,
  gauge: () => {},
};
