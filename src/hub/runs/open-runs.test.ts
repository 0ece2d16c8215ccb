import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import type { Database } from "../data/index.ts";
import type { User } from "../accounts/index.ts";
import { readRun } from "./read-run.ts";
import { endLeftRuns, noteBegin, noteEnd } from "./open-runs.ts";

const MOMENT = "2026-01-01T00:00:00.000Z";
const USER = {
  id: "u",
  email: "ada@example.org",
  password_hash: "",
  role: "user",
  is_active: 1,
  created_at: MOMENT,
} as const;

function begun(id: string) {
  return { id, kind: "skill", userId: "u", requestId: "r", skill: "s", startedAt: MOMENT } as const;
}

async function outcomes({ query }: Database): Promise<readonly (readonly [string, string])[]> {
  const rows = await query.selectFrom("runs").select(["id", "status"]).orderBy("id").execute();
  return rows.map(({ id, status }) => [id, status]);
}

describeOnDatabases("runs that were not heard of again", ({ open }) => {
  it("end with their process, and those of others go on", async () => {
    const database = await open();
    await database.query.insertInto("users").values(USER).execute();
    await noteBegin(database, "dead", { ...begun("broken"), inputs: { q: "asked" } });
    await noteBegin(database, "dead", begun("over"));
    await noteBegin(database, "other", begun("theirs"));
    await noteBegin(database, "self", begun("ours"));
    const end = { status: "success", message: "Done", durationMs: 5 } as const;
    await noteEnd(database, { ...begun("over"), ...end });
    const processes = {
      owner: () => "self",
      isGone: (owner: string) => Promise.resolve(owner !== "other"),
    };
    await endLeftRuns(database, processes);
    await endLeftRuns(database, processes);
    expect(await outcomes(database)).toEqual([
      ["broken", "error"],
      ["over", "success"],
    ]);
    const broken = await readRun(database, { id: "u" } as User, "broken");
    expect(broken?.content).toEqual({ inputs: { q: "asked" } });
    await noteEnd(database, { ...begun("ours"), ...end });
    // Taken for dead, and it was not.
    await noteEnd(database, { ...begun("broken"), ...end });
    expect(await outcomes(database)).toEqual([
      ["broken", "success"],
      ["ours", "success"],
      ["over", "success"],
    ]);
    const left = await database.query.selectFrom("open_runs").select("id").execute();
    expect(left).toEqual([{ id: "theirs" }]);
  });
});
