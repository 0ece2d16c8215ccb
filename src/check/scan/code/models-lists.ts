/** Functions that take lists apart and give them back: the same items, in another order or number. */
import type { Call, Engine, Model } from "./engine.ts";
import type { Value } from "./value.ts";
import { known, listOf, mergeSources, unknown } from "./value.ts";

/** Longer lists are not followed item by item. */
const ITEMS = 400;

/** The list that a method is called on, or the first argument that is one. */
function listIn({ receiver, args }: Call): Value | undefined {
  if (receiver?.items !== undefined) return receiver;
  return args.find(({ items }) => items !== undefined);
}

function callbackIn({ args }: Call): Value | undefined {
  return args.find(({ reference }) => reference?.kind === "function" || reference?.kind === "path");
}

/** What is left out is not known, so all of it may be in. */
const sameItems: Model = (call) => {
  const list = listIn(call);
  return list === undefined ? undefined : { ...list, items: [...(list.items ?? [])] };
};

function invokeEach(call: Call, engine: Engine): readonly Value[] | undefined {
  const list = listIn(call);
  const callback = callbackIn(call);
  if (list?.items === undefined || callback === undefined || list.items.length > ITEMS)
    return undefined;
  return list.items.map(
    (item, index) =>
      engine.invoke(callback, [item, { number: index, sources: [] }], call.place) ??
      unknown(item.sources),
  );
}

/** `map(chr, codes)` and `codes.map(c => …)`. */
const mapItems: Model = (call, engine) => {
  const results = invokeEach(call, engine);
  return results === undefined ? undefined : listOf(results);
};

const flatMap: Model = (call, engine) => {
  const results = invokeEach(call, engine);
  return results === undefined
    ? undefined
    : listOf(results.flatMap(({ items }, index) => items ?? results[index] ?? []));
};

const forEach: Model = (call, engine) => {
  const results = invokeEach(call, engine);
  return results === undefined ? undefined : unknown(mergeSources(results));
};

/** `list.reduce((sum, item) => …, start)`, `functools.reduce(f, list)`. */
const reduce: Model = (call, engine) => {
  const list = listIn(call);
  const callback = callbackIn(call);
  if (list?.items === undefined || callback === undefined || list.items.length > ITEMS)
    return undefined;
  const initial = call.args.find((value) => value !== callback && value !== list);
  const [first, ...rest] = initial === undefined ? list.items : [initial, ...list.items];
  let sum = first ?? unknown();
  for (const item of rest)
    sum = engine.invoke(callback, [sum, item], call.place) ?? unknown(mergeSources([sum, item]));
  return sum;
};

const pairs: Model = ({ args: [list] }) =>
  list?.items === undefined
    ? undefined
    : listOf(list.items.map((item, index) => listOf([{ number: index, sources: [] }, item])));

const zip: Model = ({ args }) => {
  const [first, ...rest] = args;
  if (first?.items === undefined || rest.some(({ items }) => items === undefined)) return undefined;
  return listOf(
    first.items.map((item, index) =>
      listOf([item, ...rest.map(({ items }) => items?.[index] ?? unknown())]),
    ),
  );
};

const keys: Model = ({ receiver, args: [first] }) => {
  const map = receiver ?? first;
  return map?.entries === undefined
    ? undefined
    : { ...listOf([...map.entries.keys()].map((key) => known(key))), sources: map.sources };
};

export const listModels: Readonly<Record<string, Model>> = {
  map: mapItems,
  filter: sameItems,
  sorted: sameItems,
  "Array.from": (call, engine) => mapItems(call, engine) ?? sameItems(call, engine),
  "Promise.all": sameItems,
  "Promise.allSettled": sameItems,
  "asyncio.gather": ({ args }) => listOf(args),
  "functools.reduce": reduce,
  reduce,
  enumerate: pairs,
  zip,
  "Object.keys": keys,
};

export const listMethods: Readonly<Record<string, Model>> = {
  map: mapItems,
  flatMap,
  forEach,
  filter: sameItems,
  slice: sameItems,
  sort: sameItems,
  toSorted: sameItems,
  flat: sameItems,
  copy: sameItems,
  reduce,
  keys,
};
