import { type Clock, newId, systemClock } from "../../platform/machine/index.ts";
import { isEqual, type Json } from "../../skill/model/index.ts";
import { toBinNames } from "./bins.ts";
import { canProbe, type HostFacts, sortHosts, sortNames } from "./facts.ts";
import { type Probe, probeMaxAge, ProbeQueue, probeTimeout } from "./probes.ts";
import { sortKeys } from "./runtime.ts";
import { emit } from "../emit.ts";

export interface HostEvent {
  readonly kind: "host-connected" | "host-changed" | "host-disconnected";
  readonly hostId: string;
}

/** The way to a connected host. */
export interface HostLink {
  /** False when the host cannot be reached now. */
  readonly send: (probe: Probe) => boolean;
  /** Another connection has taken the place of this one. */
  readonly replaced?: () => void;
}

/** What a host answers to a probe. */
export interface ProbeAnswer {
  readonly probeId: string;
  readonly bins?: { readonly [name: string]: Json };
}

export interface HostConnection {
  readonly hostId: string;
  /** The host reports itself anew; what is known of its programs stays. */
  readonly update: (facts: HostFacts) => void;
  /** `dropped`: nobody asks that any more; `refused`: the question went to another host. */
  readonly answer: (answer: ProbeAnswer) => "taken" | "dropped" | "refused";
  /** Does nothing once another connection has taken the place of this one. */
  readonly disconnect: () => void;
}

export interface InventoryOptions {
  readonly clock?: Clock;
  readonly newId?: () => string;
  readonly probeMaxAgeMs?: number;
}

export interface RefreshOptions {
  /** Asks for everything again, however fresh it is. */
  readonly force?: boolean;
  readonly timeoutMs?: number;
}

export interface RefreshedHost {
  readonly probedHostIds: readonly string[];
  /** Hosts that cannot be asked. */
  readonly skippedHostIds: readonly string[];
}

/** What came of asking hosts for programs. */
export interface Asked extends RefreshedHost {
  /** Hosts that are connected and did not answer in time. */
  readonly silentHostIds: readonly string[];
}

interface Entry {
  facts: HostFacts;
  readonly link: HostLink | undefined;
}

const FRESH_MS = 300_000;
const MOST_LEFT = 256;

/** The hosts there are and what is known of them, kept fresh by asking for the programs that skills need. */
export class HostInventory {
  readonly #clock: Clock;
  readonly #probes: ProbeQueue;
  readonly #hosts = new Map<string, Entry>();
  readonly #left = new Map<string, HostFacts>();
  readonly #listeners = new Set<(event: HostEvent) => void>();
  readonly #needed = new Map<string, readonly string[]>();
  readonly #waiting = new Set<() => void>();
  /** Hosts that were waited for in vain; they are asked again, and waited for when they have answered. */
  readonly #silent = new Set<string>();

  constructor(options: InventoryOptions = {}) {
    this.#clock = options.clock ?? systemClock;
    this.#probes = new ProbeQueue({
      clock: this.#clock,
      newId: options.newId ?? newId,
      maxAgeMs: probeMaxAge(options.probeMaxAgeMs),
      send: (probe) => this.#hosts.get(probe.hostId)?.link?.send(probe) ?? false,
      onDropped: () => this.#wake(),
    });
  }

  /** Connected hosts, by id. */
  hosts(): readonly HostFacts[] {
    return sortHosts([...this.#hosts.values()].map((entry) => entry.facts));
  }

  /** Connected hosts and those that left, with what was last known of them, by id. */
  known(): readonly HostFacts[] {
    const gone = [...this.#left.values()].filter(({ id }) => !this.#hosts.has(id));
    return sortHosts([...this.hosts(), ...gone]);
  }

  /**
   * The same, and of a host that came back and has not yet said which programs it has, also what was known when
   * it left: for whom that still counts, nothing is missing in between.
   */
  remembered(): readonly HostFacts[] {
    return sortHosts([...this.hosts(), ...this.#left.values()]);
  }

  find(hostId: string): HostFacts | undefined {
    return this.#hosts.get(hostId)?.facts;
  }

  pendingProbes(): readonly Probe[] {
    return this.#probes.pending();
  }

  /** Calls back after each change; the answer ends it. */
  subscribe(listener: (event: HostEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /**
   * Takes a host in. A second connection under the same id takes the place of the first. Without a link
   * the host is never asked: it is what it was said to be.
   */
  connect(facts: HostFacts, link?: HostLink): HostConnection {
    const { id } = facts;
    const former = this.#hosts.get(id);
    if (former !== undefined) {
      this.#remove(former);
      former.link?.replaced?.();
    }
    const entry: Entry = { facts: this.#accept(facts), link };
    this.#hosts.set(id, entry);
    if (facts.binsUpdatedAt !== undefined || !isAskable(entry)) this.#left.delete(id);
    this.#emit("host-connected", id);
    this.#probes.resume(id);
    this.#ask(entry, this.needed(), {});
    return {
      hostId: id,
      update: (changed) => {
        if (this.#hosts.get(id) !== entry) return;
        this.#change(entry, withBins(this.#accept({ ...changed, id }), entry.facts));
        this.#ask(entry, this.needed(), {});
      },
      answer: (answer) => this.#answer(entry, answer),
      disconnect: () => {
        if (this.#hosts.get(id) === entry) this.#remove(entry);
      },
    };
  }

  /**
   * Says which programs skills need, and asks the hosts for those that nobody asked for yet. Each agent of
   * each library says it for itself; `who` tells them apart.
   */
  need(bins: Iterable<string>, who = ""): RefreshedHost {
    this.#needed.set(who, toBinNames(bins));
    return this.refresh();
  }

  /** How long a question may wait for its host, within the limits of `probeMaxAge`. */
  setProbeMaxAge(milliseconds: unknown): void {
    this.#probes.setMaxAge(probeMaxAge(milliseconds));
  }

  /** Every program that was said to be needed, sorted. */
  needed(): readonly string[] {
    return sortNames([...this.#needed.values()].flat());
  }

  /** Asks the hosts for the programs that skills need, where the answers are missing or old. */
  refresh(options: RefreshOptions = {}): RefreshedHost {
    return this.#askAll(this.needed(), options);
  }

  /**
   * Asks for these programs once, and waits until every host has answered or left, for as long as one attempt may
   * take. A host that let others wait in vain is waited for again only with `force`.
   */
  async ask(bins: Iterable<string>, options: RefreshOptions = {}): Promise<Asked> {
    const wanted = toBinNames(bins);
    const asked = this.#askAll(wanted, options);
    const isAwaited = (id: string): boolean => options.force === true || !this.#silent.has(id);
    const names = new Set(wanted);
    const isOwing = (id: string): boolean =>
      this.#probes.pending(id).some((probe) => probe.bins.some((bin) => names.has(bin)));
    await this.#untilNone((id) => isAwaited(id) && isOwing(id), probeTimeout(options.timeoutMs));
    const silentHostIds = this.hosts()
      .filter(
        ({ id, bins: known }) =>
          !asked.skippedHostIds.includes(id) &&
          (isOwing(id) || wanted.some((bin) => !Object.hasOwn(known, bin))),
      )
      .map(({ id }) => id);
    for (const id of silentHostIds) this.#silent.add(id);
    return { ...asked, silentHostIds };
  }

  close(): void {
    this.#probes.close();
    for (const entry of this.#hosts.values()) this.#remove(entry);
    this.#listeners.clear();
  }

  /** A host whose clock runs ahead must not look fresh for ever. */
  #accept(facts: HostFacts): HostFacts {
    const { binsUpdatedAt } = facts;
    if (binsUpdatedAt === undefined) return { ...facts, isConnected: true };
    return {
      ...facts,
      binsUpdatedAt: Math.min(binsUpdatedAt, this.#clock.now()),
      isConnected: true,
    };
  }

  #askAll(bins: readonly string[], options: RefreshOptions): RefreshedHost {
    const probedHostIds: string[] = [];
    const skippedHostIds: string[] = [];
    for (const { id } of this.hosts()) {
      const entry = this.#hosts.get(id);
      if (entry === undefined) continue;
      if (!isAskable(entry)) skippedHostIds.push(id);
      else if (this.#ask(entry, bins, options)) probedHostIds.push(id);
    }
    return { probedHostIds, skippedHostIds };
  }

  /** Resolves once no connected host is waited for any longer, or patience is at its end. */
  async #untilNone(isAwaited: (hostId: string) => boolean, patienceMs: number): Promise<void> {
    const deadline = this.#clock.now() + patienceMs;
    const cancel = this.#clock.after(patienceMs, () => this.#wake());
    while (this.#clock.now() < deadline && [...this.#hosts.keys()].some(isAwaited)) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.add(resolve);
      await promise;
    }
    cancel();
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resume of waiting) resume();
  }

  #ask(entry: Entry, bins: readonly string[], options: RefreshOptions): boolean {
    if (!isAskable(entry)) return false;
    const { facts } = entry;
    const isStale =
      facts.binsUpdatedAt === undefined || this.#clock.now() - facts.binsUpdatedAt > FRESH_MS;
    const wanted =
      options.force === true || isStale
        ? bins
        : bins.filter((bin) => !Object.hasOwn(facts.bins, bin));
    return this.#probes.add(facts.id, wanted, probeTimeout(options.timeoutMs));
  }

  #answer(entry: Entry, answer: ProbeAnswer): "taken" | "dropped" | "refused" {
    const { id } = entry.facts;
    if (this.#hosts.get(id) !== entry) return "dropped";
    const taken = this.#probes.take(answer.probeId, id);
    if (taken.kind === "unknown") return "dropped";
    if (taken.kind === "wrong-host") return "refused";
    const given = answer.bins ?? {};
    // What was asked for and not answered counts as absent, also when the whole probe failed.
    const bins = taken.probe.bins.map(
      (bin) => [bin, Object.hasOwn(given, bin) && given[bin] === true] as const,
    );
    this.#left.delete(id);
    this.#silent.delete(id);
    this.#change(entry, {
      ...entry.facts,
      bins: sortKeys(new Map([...Object.entries(entry.facts.bins), ...bins])),
      binsUpdatedAt: this.#clock.now(),
    });
    this.#wake();
    return "taken";
  }

  #change(entry: Entry, facts: HostFacts): void {
    const before = entry.facts;
    entry.facts = facts;
    if (!isSame(before, facts)) this.#emit("host-changed", facts.id);
  }

  #remove(entry: Entry): void {
    const { id } = entry.facts;
    this.#hosts.delete(id);
    this.#silent.delete(id);
    this.#left.set(id, { ...entry.facts, isConnected: false });
    const [oldest] = this.#left.keys();
    if (this.#left.size > MOST_LEFT && oldest !== undefined) this.#left.delete(oldest);
    this.#probes.hold(id);
    this.#emit("host-disconnected", id);
    this.#wake();
  }

  #emit(kind: HostEvent["kind"], hostId: string): void {
    emit(this.#listeners, { kind, hostId });
  }
}

function isAskable(entry: Entry): boolean {
  return entry.link !== undefined && canProbe(entry.facts);
}

function withBins(facts: HostFacts, former: HostFacts): HostFacts {
  const { binsUpdatedAt } = former;
  if (binsUpdatedAt === undefined) return facts;
  const bins = { ...former.bins, ...facts.bins };
  return { ...facts, bins: sortKeys(Object.entries(bins)), binsUpdatedAt };
}

/** Whether both say the same, however fresh each is. */
function isSame(left: HostFacts, right: HostFacts): boolean {
  return isEqual(comparable(left), comparable(right));
}

function comparable(facts: HostFacts): Json {
  const { binsUpdatedAt: _, ...rest } = facts;
  return rest;
}
