export interface Waiting {
  readonly owner: string;
  readonly isBackground: boolean;
}

export interface FairQueue<Job extends Waiting> {
  /** False: the queue is full. */
  readonly add: (job: Job) => boolean;
  readonly remove: (job: Job) => void;
  /** Takes the job that is next out of the queue, if any owner may start one now. */
  readonly next: (running: (owner: string) => number) => Job | undefined;
  readonly drain: () => readonly Job[];
}

export interface QueueSize {
  readonly total: number;
  readonly perOwner: number;
}

/**
 * Jobs of many owners, who take turns. An owner has one running job while others wait, and never so many that no
 * worker is left for the next owner.
 */
export function createFairQueue<Job extends Waiting>(
  { total, perOwner }: QueueSize,
  mostRunning: number,
): FairQueue<Job> {
  // A map keeps its order: whoever was served goes to its end.
  const queues = new Map<string, Job[]>();
  let count = 0;
  let last: string | undefined;
  const take = (owner: string, jobs: Job[]): Job | undefined => {
    const job = jobs.shift();
    count -= 1;
    last = owner;
    queues.delete(owner);
    if (jobs.length > 0) queues.set(owner, jobs);
    return job;
  };
  return {
    add: (job) => {
      const jobs = queues.get(job.owner) ?? [];
      if (count >= total || jobs.length >= perOwner) return false;
      const at = job.isBackground ? -1 : jobs.findIndex(({ isBackground }) => isBackground);
      jobs.splice(at < 0 ? jobs.length : at, 0, job);
      if (!queues.has(job.owner)) queues.set(job.owner, jobs);
      count += 1;
      return true;
    },
    remove: (job) => {
      const jobs = queues.get(job.owner) ?? [];
      const at = jobs.indexOf(job);
      if (at < 0) return;
      jobs.splice(at, 1);
      count -= 1;
      if (jobs.length === 0) queues.delete(job.owner);
    },
    next: (running) => {
      const most = queues.size > 1 ? 1 : mostRunning;
      const able = [...queues].filter(([owner]) => running(owner) < most);
      const [owner, jobs] = able.find(([each]) => each !== last) ?? able[0] ?? [];
      return owner === undefined || jobs === undefined ? undefined : take(owner, jobs);
    },
    drain: () => {
      const jobs = [...queues.values()].flat();
      queues.clear();
      count = 0;
      return jobs;
    },
  };
}
