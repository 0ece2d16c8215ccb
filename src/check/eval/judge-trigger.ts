/** Whether what was loaded is what a case expects. */
import type { TriggerExpectation } from "./model.ts";
import type { TriggerOutcome } from "./stats/index.ts";

export function judgeTrigger(
  { fires, acceptable, silent, none }: TriggerExpectation,
  loaded: readonly string[],
): TriggerOutcome {
  const forbidden = loaded.find((name) => silent.includes(name));
  const expected = fires[0];
  if (expected === undefined) {
    // Where one skill has to stay silent, others may load.
    const wrong = none ? loaded.find((name) => !acceptable.includes(name)) : forbidden;
    return { isRight: wrong === undefined, ...(wrong === undefined ? {} : { loaded: wrong }) };
  }
  const hit = loaded.find((name) => fires.includes(name) || acceptable.includes(name));
  const first = hit ?? loaded[0];
  return {
    expected,
    ...(forbidden === undefined
      ? first === undefined
        ? {}
        : { loaded: first }
      : { loaded: forbidden }),
    isRight: hit !== undefined && forbidden === undefined,
  };
}
