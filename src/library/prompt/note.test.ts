import { describe, expect, it } from "vitest";
import { aroundOf, dialectNamed } from "../../../test/support/library.ts";
import type { HostView } from "../gate/hosts.ts";
import { promptNote } from "./index.ts";

const here: HostView = { id: "here", platform: "linux" };

function noteOf(id: string, nodes: readonly HostView[]): string | undefined {
  const dialect = dialectNamed(id);
  if (dialect.listing === undefined) throw new Error(`${id} has no list.`);
  return promptNote(dialect.listing, aroundOf(dialect, { hosts: [here, ...nodes] })).note;
}

function mac(id: string, more: Partial<HostView> = {}): HostView {
  return { id, platform: "darwin", allowsCommands: true, isConnected: true, ...more };
}

describe("the line on remote nodes", () => {
  it("[OC-17] names every macOS node that takes commands", () => {
    expect(noteOf("openclaw@2026.9", [mac("mini"), mac("studio")])).toBe(
      "Remote macOS node available (mini, studio). Run macOS-only skills via exec host=node on that node.",
    );
    expect(noteOf("openclaw@2026.9", [mac("$&")])).toContain("available ($&). Run");
  });

  it.each([
    ["is gone", mac("mini", { isConnected: false })],
    ["denies commands", mac("mini", { allowsCommands: false })],
    ["has another system", mac("mini", { platform: "linux" })],
  ])("[OC-17] is not there for a node that %s", (_why, node) => {
    expect(noteOf("openclaw@2026.9", [node])).toBeUndefined();
  });

  it("[OC-17] [OC-18] is written by the release alone, since the document counts every character", () => {
    for (const id of ["openclaw", "gsv", "claude"])
      expect(noteOf(id, [mac("mini")])).toBeUndefined();
  });
});
