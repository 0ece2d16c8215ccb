/** Time as code may ask for it, so that tests can hold it in their hands. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls back once after so many milliseconds; the answer takes the call back. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

/** The longest time that a timer of Node can wait for; a longer one would fire at once. */
const LONGEST = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, Math.min(Math.max(0, milliseconds), LONGEST));
    return () => {
      clearTimeout(timer);
    };
  },
};

/** Settles when everything that is ready now has had its turn; no time passes for it. */
export function nextTurn(): Promise<undefined> {
  return new Promise((settle) => {
    setImmediate(settle, undefined);
  });
}

export interface FakeClock extends Clock {
  /** Lets time pass; what falls due is called in its order, each at its own time. */
  readonly advance: (milliseconds: number) => void;
  /** How many calls are still to come. */
  readonly waiting: () => number;
}

export function createFakeClock(start = 0): FakeClock {
  let time = start;
  let calls: { readonly at: number; readonly callback: () => void }[] = [];
  return {
    now: () => time,
    after: (milliseconds, callback) => {
      const call = { at: time + Math.max(0, milliseconds), callback };
      calls.push(call);
      return () => {
        calls = calls.filter((other) => other !== call);
      };
    },
    advance: (milliseconds) => {
      const end = time + milliseconds;
      for (;;) {
        const due = calls.filter((call) => call.at <= end);
        const next = due.toSorted((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        calls = calls.filter((call) => call !== next);
        time = Math.max(time, next.at);
        next.callback();
      }
      time = end;
    },
    waiting: () => calls.length,
  };
}
