import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createPlatform } from "../../../test/support/platform.ts";
import { createFakeClock } from "../../platform/machine/clock.ts";
import { resumeDocuments } from "./index.ts";

describeOnDatabases("documents that a server left behind", ({ open }) => {
  it("are taken up by another, and not while somebody is at them", async () => {
    const clock = createFakeClock(Date.parse("2026-11-15T10:00:00Z"));
    const { send, join, ports } = await createPlatform({
      database: await open(),
      clock,
      // A server that dies before it does anything.
      more: { work: () => {} },
    });
    const token = await join("ada@example.org");
    await send("POST", "/api/v1/knowledge", { token, body: { name: "handbook" } });
    const upload = async (name: string): Promise<string> => {
      const form = new FormData();
      form.set("file", new File([`Badges are blue, says ${name}.`], name));
      const { json } = await send("POST", "/api/v1/knowledge/handbook/upload", {
        token,
        body: form,
      });
      return (json as { readonly task_id: string }).task_id;
    };
    const [waiting, begun] = [await upload("a.md"), await upload("b.md")];
    await ports.database.query
      .updateTable("documents")
      .set({ status: "processing" })
      .where("id", "=", begun)
      .execute();
    const statuses = async (): Promise<readonly unknown[]> => {
      const found: unknown[] = [];
      for (const id of [waiting, begun]) {
        const { json } = await send("GET", `/api/v1/knowledge/tasks/${id}`, { token });
        found.push((json as { readonly status: string }).status);
      }
      return found;
    };
    const signal = new AbortController().signal;
    await resumeDocuments(ports.knowledge, signal);
    expect(await statuses()).toEqual(["pending", "processing"]);
    clock.advance(21_000);
    await resumeDocuments(ports.knowledge, signal);
    expect(await statuses()).toEqual(["completed", "completed"]);
    const bob = await join("bob@example.org");
    const foreign = await send("GET", `/api/v1/knowledge/tasks/${begun}`, { token: bob });
    expect(foreign.status).toBe(404);
  });
});
