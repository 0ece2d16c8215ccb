import { describe, expect, it } from "vitest";
import { NestedRunError, ownVariables, withVariables } from "./environment.ts";

function overlay(values: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(Object.entries(values));
}

/** A run that waits until the test lets it go on. */
function heldRun(): { readonly run: () => Promise<void>; readonly release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { run: () => promise, release: resolve };
}

describe("withVariables", () => {
  it("[OC-14] puts variables in for a run and takes them out after it", async () => {
    const variables: Record<string, string | undefined> = { KEPT: "1" };
    const seen = await withVariables(overlay({ A: "x" }), () => ({ ...variables }), variables);
    expect(seen).toEqual({ KEPT: "1", A: "x" });
    expect(variables).toEqual({ KEPT: "1" });
  });

  it("[OC-14] takes them out when the run throws", async () => {
    const variables: Record<string, string | undefined> = { B: "before" };
    const run = withVariables(
      overlay({ A: "x", B: "y" }),
      () => {
        throw new Error("failed");
      },
      variables,
    );
    await expect(run).rejects.toThrow("failed");
    expect(variables).toEqual({ B: "before" });
  });

  it("[OC-14] never lets two runs with different variables see each other's", async () => {
    const variables: Record<string, string | undefined> = {};
    const first = heldRun();
    const seen: string[] = [];
    const runs = [
      withVariables(overlay({ A: "1" }), () => first.run(), variables),
      withVariables(
        overlay({ B: "2" }),
        () => {
          seen.push(`second sees ${Object.keys(variables).join()}`);
        },
        variables,
      ),
      withVariables(
        overlay({}),
        () => {
          seen.push(`third sees ${Object.keys(variables).join()}`);
        },
        variables,
      ),
    ];
    expect(variables).toEqual({ A: "1" });
    first.release();
    await Promise.all(runs);
    expect(seen).toEqual(["second sees B", "third sees "]);
    expect(variables).toEqual({});
  });

  it("[OC-14] counts runs with equal variables, which share them until the last has ended", async () => {
    const variables: Record<string, string | undefined> = {};
    const [first, second] = [heldRun(), heldRun()];
    const one = withVariables(overlay({ A: "1" }), first.run, variables);
    const two = withVariables(overlay({ A: "1" }), second.run, variables);
    await Promise.resolve();
    first.release();
    await one;
    expect(variables).toEqual({ A: "1" });
    second.release();
    await two;
    expect(variables).toEqual({});
  });

  it("lets those that wait with equal variables in together", async () => {
    const variables: Record<string, string | undefined> = {};
    const [first, second] = [heldRun(), heldRun()];
    const one = withVariables(overlay({ A: "1" }), first.run, variables);
    const entered: string[] = [];
    const wait = async (name: string): Promise<void> => {
      entered.push(name);
      await second.run();
    };
    const others = ["x", "y"].map((name) =>
      withVariables(overlay({ B: "2" }), () => wait(name), variables),
    );
    first.release();
    await one;
    await Promise.resolve();
    await Promise.resolve();
    expect(entered).toEqual(["x", "y"]);
    second.release();
    await Promise.all(others);
    expect(variables).toEqual({});
  });

  it("refuses a run inside of a run that would wait for itself, and allows an equal one", async () => {
    const variables: Record<string, string | undefined> = {};
    const inner = withVariables(
      overlay({ A: "1" }),
      () => withVariables(overlay({ B: "2" }), () => "never", variables),
      variables,
    );
    await expect(inner).rejects.toBeInstanceOf(NestedRunError);
    const same = withVariables(
      overlay({ A: "1" }),
      () => withVariables(overlay({ A: "1" }), () => variables["A"], variables),
      variables,
    );
    await expect(same).resolves.toBe("1");
    expect(variables).toEqual({});
  });

  it("[OC-14] lets what an ended run left behind wait like any other", async () => {
    const variables: Record<string, string | undefined> = {};
    const [start, again, held] = [heldRun(), heldRun(), heldRun()];
    const seen: unknown[] = [];
    let late: Promise<unknown> = Promise.resolve();
    const leaveBehind = (gate: typeof start, values: Record<string, string>): Promise<void> =>
      withVariables(
        overlay({ A: "1" }),
        () => {
          late = gate
            .run()
            .then(() =>
              withVariables(overlay(values), () => seen.push({ ...variables }), variables),
            );
        },
        variables,
      );
    await leaveBehind(start, { A: "1" });
    const other = withVariables(overlay({ B: "2" }), held.run, variables);
    start.release();
    await Promise.resolve();
    await Promise.resolve();
    expect([variables, seen]).toEqual([{ B: "2" }, []]);
    held.release();
    await Promise.all([other, late]);
    await leaveBehind(again, { C: "3" });
    again.release();
    await late;
    expect([variables, seen]).toEqual([{}, [{ A: "1" }, { C: "3" }]]);
  });

  it("[OC-14] keeps the variables of an inner run that ends after the outer one", async () => {
    const variables: Record<string, string | undefined> = {};
    const held = heldRun();
    let inner: Promise<void> = Promise.resolve();
    await withVariables(
      overlay({ A: "1" }),
      () => {
        inner = withVariables(overlay({ A: "1" }), held.run, variables);
      },
      variables,
    );
    expect(variables).toEqual({ A: "1" });
    held.release();
    await inner;
    expect(variables).toEqual({});
  });
});

describe("ownVariables", () => {
  it("are those of the process without what a run has put in", async () => {
    const variables: Record<string, string | undefined> = { KEPT: "1" };
    const own = await withVariables(overlay({ A: "x" }), () => ownVariables(variables), variables);
    expect(own["A"]).toBeUndefined();
    expect(own["KEPT"]).toBe("1");
  });

  it("[OC-14] stay so for whoever got them before a run", async () => {
    const variables: Record<string, string | undefined> = { KEPT: "1", B: "mine" };
    const own = ownVariables(variables);
    const seen = await withVariables(
      overlay({ A: "x", B: "y" }),
      () => [{ ...own }, "A" in own, Object.keys(own)],
      variables,
    );
    expect(seen).toEqual([{ KEPT: "1", B: "mine" }, false, ["KEPT", "B"]]);
    variables["LATER"] = "2";
    expect(own["LATER"]).toBe("2");
  });

  it("do not tell names apart by case on Windows", async () => {
    const variables: Record<string, string | undefined> = { Key: "before" };
    const own = ownVariables(variables, "win32");
    const seen = await withVariables(overlay({ KEY: "x" }), () => own["key"], variables);
    expect(seen).toBeUndefined();
  });
});
