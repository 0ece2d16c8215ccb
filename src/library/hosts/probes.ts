import type { Clock } from "../../platform/machine/index.ts";

/** A question to a host that has not been answered yet. */
export interface Probe {
  readonly id: string;
  readonly hostId: string;
  readonly kind: "bins";
  readonly bins: readonly string[];
  readonly timeoutMs: number;
  readonly attempts: number;
  readonly createdAt: number;
  readonly expiresAt?: number;
}

export interface ProbeQueueOptions {
  readonly clock: Clock;
  readonly newId: () => string;
  /** How long a question may wait for its host, unless that is changed later. */
  readonly maxAgeMs: number;
  /** False when the host cannot be reached now. */
  readonly send: (probe: Probe) => boolean;
  /** Questions were given up, since nobody answered them in time. */
  readonly onDropped?: () => void;
}

export type ProbeResult =
  | { readonly kind: "taken"; readonly probe: Probe }
  | { readonly kind: "unknown" }
  | { readonly kind: "wrong-host"; readonly hostId: string };

const MOST_ATTEMPTS = 2;
/** Names in one question, so that it never grows past the size of a message. */
const MOST_BINS = 500;

function clamp(value: unknown, fallback: number, least: number, most: number): number {
  if (typeof value !== "number" || !Number.isFinite(value)) return fallback;
  return Math.min(most, Math.max(least, Math.floor(value)));
}

/** How long a host may take to answer: 15 s, or what is asked for within 1 s and 2 minutes. */
export function probeTimeout(value?: unknown): number {
  return clamp(value, 15_000, 1000, 120_000);
}

/** How long a question may wait for its host: 10 minutes, or what is asked for within 1 s and a day. */
export function probeMaxAge(value?: unknown): number {
  return clamp(value, 600_000, 1000, 86_400_000);
}

/** Questions to hosts: they outlive a connection, and keep their id when they are sent again. */
export class ProbeQueue {
  readonly #options: ProbeQueueOptions;
  readonly #probes = new Map<string, Probe>();
  #maxAgeMs: number;
  #cancelAlarm: (() => void) | undefined;

  constructor(options: ProbeQueueOptions) {
    this.#options = options;
    this.#maxAgeMs = options.maxAgeMs;
  }

  /** Holds for the questions that wait already as well. */
  setMaxAge(milliseconds: number): void {
    this.#maxAgeMs = milliseconds;
    this.#setAlarm();
  }

  pending(hostId?: string): readonly Probe[] {
    const all = [...this.#probes.values()];
    return hostId === undefined ? all : all.filter((probe) => probe.hostId === hostId);
  }

  /** Asks for what is not being asked for already; false when nothing is left to ask. */
  add(hostId: string, bins: readonly string[], timeoutMs: number): boolean {
    this.#dropOld();
    const asked = new Set(this.pending(hostId).flatMap((probe) => probe.bins));
    const missing = bins.filter((bin) => !asked.has(bin)).sort();
    if (missing.length === 0) return false;
    const { clock, newId } = this.#options;
    for (let at = 0; at < missing.length; at += MOST_BINS) {
      const probe: Probe = {
        id: newId(),
        hostId,
        kind: "bins",
        bins: missing.slice(at, at + MOST_BINS),
        timeoutMs,
        attempts: 0,
        createdAt: clock.now(),
      };
      this.#probes.set(probe.id, probe);
      this.#send(probe);
    }
    this.#setAlarm();
    return true;
  }

  /** The connection of a host is gone: what was sent waits for the next one. */
  hold(hostId: string): void {
    for (const { expiresAt: _, ...probe } of this.pending(hostId))
      this.#probes.set(probe.id, { ...probe, attempts: 0 });
    this.#setAlarm();
  }

  /** A host is back: what waits for it is sent under the same ids. */
  resume(hostId: string): void {
    this.#dropOld();
    for (const probe of this.pending(hostId)) if (probe.expiresAt === undefined) this.#send(probe);
    this.#setAlarm();
  }

  /** The question that an answer belongs to, which is thereby settled. */
  take(id: string, hostId: string): ProbeResult {
    const probe = this.#probes.get(id);
    if (probe === undefined) return { kind: "unknown" };
    if (probe.hostId !== hostId) return { kind: "wrong-host", hostId: probe.hostId };
    this.#probes.delete(id);
    this.#setAlarm();
    return { kind: "taken", probe };
  }

  close(): void {
    this.#probes.clear();
    this.#setAlarm();
    this.#options.onDropped?.();
  }

  #send(probe: Probe): boolean {
    if (probe.attempts >= MOST_ATTEMPTS || !this.#options.send(probe)) return false;
    this.#probes.set(probe.id, {
      ...probe,
      attempts: probe.attempts + 1,
      expiresAt: this.#options.clock.now() + probe.timeoutMs,
    });
    return true;
  }

  #dropOld(): void {
    const now = this.#options.clock.now();
    for (const probe of this.pending())
      if (probe.createdAt + this.#maxAgeMs <= now) this.#probes.delete(probe.id);
  }

  #onAlarm(): void {
    const before = this.#probes.size;
    this.#dropOld();
    const now = this.#options.clock.now();
    for (const probe of this.pending())
      if (probe.expiresAt !== undefined && probe.expiresAt <= now && !this.#send(probe))
        this.#probes.delete(probe.id);
    this.#setAlarm();
    if (this.#probes.size < before) this.#options.onDropped?.();
  }

  /** One timer for all: the next answer that is late, or the next question that is too old. */
  #setAlarm(): void {
    this.#cancelAlarm?.();
    this.#cancelAlarm = undefined;
    const { clock } = this.#options;
    const times = this.pending().map((probe) =>
      Math.min(probe.expiresAt ?? Infinity, probe.createdAt + this.#maxAgeMs),
    );
    if (times.length === 0) return;
    this.#cancelAlarm = clock.after(Math.min(...times) - clock.now(), () => {
      this.#onAlarm();
    });
  }
}
