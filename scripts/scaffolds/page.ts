import type { Scaffold } from "./scaffold.ts";

export const pageScaffold: Scaffold = {
  example: "my-page",
  title: "My page",
  plan: ({ id, type, title }) => ({
    files: {
      [`web/src/pages/${id}/index.tsx`]: `import { useQuery } from "@tanstack/react-query";
import { PageHead } from "../../components/page-head.tsx";
import { EmptyState, Failure, Loading } from "../../components/states.tsx";
import { read${type} } from "./data.ts";

/** Say in one sentence what a person does here. */
export function Page() {
  const rows = useQuery({ queryKey: ["${id}"], queryFn: read${type} });
  return (
    <>
      <PageHead title="${title}" lead="Say in one sentence what a person does here." />
      {rows.isPending ? <Loading what="Loading" /> : null}
      {rows.isError ? <Failure error={rows.error} retry={() => void rows.refetch()} /> : null}
      {rows.data?.length === 0 ? (
        <div className="card">
          <EmptyState icon="list" title="Nothing here yet" />
        </div>
      ) : null}
    </>
  );
}
`,
      [`web/src/pages/${id}/data.ts`]: `/** What the page shows; replace it by a call of the client. */
export function read${type}(): Promise<readonly string[]> {
  return Promise.resolve([]);
}
`,
      [`test/web/${id}.test.ts`]: `import { expect, it } from "vitest";
import { expectAccessible } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

describeWorkbench("the page ${title}", (workbench) => {
  it("opens by its address, and says that it is empty", async () => {
    const page = await workbench.visit({ path: "/${id}" });
    await page.getByRole("heading", { name: "${title}", level: 1 }).waitFor();
    await page.getByText("Nothing here yet").waitFor();
    await expectAccessible(page);
    expect(await page.title()).toContain("${title}");
  });
});
`,
    },
    lines: [
      {
        path: "web/src/pages/table.ts",
        line: `  { path: "/${id}", load: () => import("./${id}/index.tsx") },`,
        after: /^ {2}\{ path: .* load: \(\) => import\(/u,
      },
    ],
    next: [
      `Write the page in web/src/pages/${id}/: loading, empty and failed are there already.`,
      "Add it to `navigation` in web/src/pages/table.ts where people should find it there.",
    ],
  }),
};
