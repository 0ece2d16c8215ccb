const STATE = Symbol("state");

/** What is known when a property is first read. */
interface Stateful<State> {
  readonly [STATE]: State;
}

/**
 * Properties that are computed each time they are read, for many objects: made once, so that all of them have the same
 * shape. Engines keep an object whose getters were written in a literal as a table of its own, and what it holds until
 * the whole heap is collected.
 */
export function lazyProperties<State, Values extends object>(getters: {
  readonly [Key in keyof Values]: (state: State) => Values[Key];
}): <Known extends object>(known: Known, state: State) => Known & Values {
  const descriptors: PropertyDescriptorMap = {};
  for (const [key, read] of Object.entries(getters) as [string, (state: State) => unknown][])
    descriptors[key] = {
      enumerable: true,
      configurable: true,
      get(this: Stateful<State>): unknown {
        return read(this[STATE]);
      },
    };
  return (known, state) => {
    Object.defineProperty(known, STATE, { value: state });
    // The descriptors name exactly these keys.
    return Object.defineProperties(known, descriptors) as typeof known & Values;
  };
}
