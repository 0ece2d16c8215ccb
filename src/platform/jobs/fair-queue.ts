import { isStranger } from "./untrusted-caller.ts";

export interface Waiting {
  readonly owner: string;
  readonly isBackground: boolean;
}

export interface FairQueue<Job extends Waiting> {
  /** The job that finds no room: the given one, or one of the owner with the most waiting; undefined: none. */
  readonly add: (job: Job) => Job | undefined;
  readonly remove: (job: Job) => void;
  /**
   * Takes the job that is next out of the queue, if any owner may start one now. `inBackground`: how many run that
   * nobody waits for.
   */
  readonly next: (
    running: (isMeant: (owner: string) => boolean) => number,
    inBackground?: number,
  ) => Job | undefined;
  readonly drain: () => readonly Job[];
}

export interface QueueSize {
  readonly total: number;
  readonly perOwner: number;
}

/** What those without an account may have of the queue together, whose owners are as many as there are addresses. */
const STRANGERS_SHARE = 1 / 8;

/**
 * Jobs of many owners, who take turns. An owner has one running job while others wait, and never so many that no
 * worker is left for the next owner; strangers have that together, and so has what runs in the background. When the queue is full, whoever has the most
 * waiting gives one up for whoever has less.
 */
export function createFairQueue<Job extends Waiting>(
  { total, perOwner }: QueueSize,
  mostRunning: number,
): FairQueue<Job> {
  // A map keeps its order: whoever was served goes to its end.
  const queues = new Map<string, Job[]>();
  let last: string | undefined;
  const lengthOf = (owner: string): number => queues.get(owner)?.length ?? 0;
  const waiting = (isMeant: (owner: string) => boolean): number =>
    [...queues].reduce((sum, [owner, jobs]) => sum + (isMeant(owner) ? jobs.length : 0), 0);
  const put = (job: Job): void => {
    const jobs = queues.get(job.owner) ?? [];
    const at = job.isBackground ? -1 : jobs.findIndex(({ isBackground }) => isBackground);
    jobs.splice(at < 0 ? jobs.length : at, 0, job);
    if (!queues.has(job.owner)) queues.set(job.owner, jobs);
  };
  const remove = (job: Job): void => {
    const jobs = queues.get(job.owner) ?? [];
    const at = jobs.indexOf(job);
    if (at >= 0) jobs.splice(at, 1);
    if (jobs.length === 0) queues.delete(job.owner);
  };
  /** Puts it in the place of the last one of the greediest, or gives it back if no owner has more. */
  const putInPlace = (job: Job, isMeant: (owner: string) => boolean): Job => {
    const [greediest] = [...queues]
      .filter(([owner]) => isMeant(owner))
      .toSorted(([, one], [, other]) => other.length - one.length);
    const shed = greediest?.[1].at(-1);
    if (shed === undefined || lengthOf(shed.owner) <= lengthOf(job.owner) + 1) return job;
    remove(shed);
    put(job);
    return shed;
  };
  return {
    add: (job) => {
      if (lengthOf(job.owner) >= perOwner) return job;
      const isFull = waiting(() => true) >= total;
      const ofStrangers = Math.max(1, Math.floor(total * STRANGERS_SHARE));
      if (isStranger(job.owner) && (isFull || waiting(isStranger) >= ofStrangers))
        return putInPlace(job, isStranger);
      if (isFull) return putInPlace(job, () => true);
      put(job);
      return undefined;
    },
    remove,
    next: (running, inBackground = 0) => {
      const isCrowded = new Set([...queues.keys()].map(toTurn)).size > 1;
      const most = isCrowded ? 1 : mostRunning;
      const able = [...queues]
        .filter(([, [first]]) => first?.isBackground !== true || inBackground < mostRunning)
        .map(([owner]) => owner)
        .filter((owner) => running((other) => toTurn(other) === toTurn(owner)) < most);
      const owner = able.find((each) => toTurn(each) !== last) ?? able[0];
      const job = owner === undefined ? undefined : queues.get(owner)?.shift();
      if (owner === undefined || job === undefined) return undefined;
      const rest = queues.get(owner) ?? [];
      last = toTurn(owner);
      queues.delete(owner);
      if (rest.length > 0) queues.set(owner, rest);
      return job;
    },
    drain: () => {
      const jobs = [...queues.values()].flat();
      queues.clear();
      return jobs;
    },
  };
}

/** Who takes turns: users each by themselves, strangers as one. */
function toTurn(owner: string): string {
  return isStranger(owner) ? STRANGERS : owner;
}

const STRANGERS = "strangers ";
