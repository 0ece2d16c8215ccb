/** The reference of workflows, held against what it describes. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  checkGraph,
  type GraphData,
  graphCodes,
  nodeForms,
  readGraph,
} from "../../src/run/workflow/index.ts";
import { workflowCodes } from "../../src/hub/workflows/index.ts";
import { findFences } from "../support/pages.ts";
import { root } from "../support/source.ts";

const page = readFileSync(join(root, "docs/reference/workflows.md"), "utf8");

it("shows a graph that has nothing wrong with it", () => {
  const example = findFences(page).find(({ info }) => info === "json")?.body ?? "";
  const { graph_data } = JSON.parse(example) as { readonly graph_data: GraphData };
  expect(checkGraph(readGraph(graph_data))).toEqual([]);
});

it.each([...Object.values(graphCodes), ...Object.values(workflowCodes)])(
  "has a page for %s",
  (code) => {
    const path = join(root, `docs/reference/diagnostics/${code}.md`);
    expect(existsSync(path) && readFileSync(path, "utf8").includes(`# ${code}\n`)).toBe(true);
  },
);

it("names every type of node", () => {
  const nodes = readFileSync(join(root, "docs/reference/workflow-nodes.md"), "utf8");
  for (const { title, type } of nodeForms()) expect(nodes).toContain(`## ${title} (\`${type}\`)\n`);
});
