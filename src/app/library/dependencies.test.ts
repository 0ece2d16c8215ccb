import { describe, expect, it } from "vitest";
import { useFolder, writeTree } from "../../../test/support/skill-folders.ts";
import type { DownloadAction, RunAction } from "../../library/install/index.ts";
import { joinPath } from "../../platform/index.ts";
import { foldersWith } from "./dependencies.ts";

const folder = useFolder();

describe("the folders of what was installed", () => {
  it("[OC-11] are those that hold a program of the skill, and no others", () => {
    writeTree(folder.path, { "tools/pkg/bin/lo": "", "tools/README": "", "go/other": "" });
    const download: DownloadAction = {
      kind: "download",
      url: "https://example.com/lo.zip",
      stripComponents: 0,
      fileName: "lo.zip",
      isExecutable: false,
      root: joinPath(folder.path, "tools"),
      target: joinPath(folder.path, "tools"),
    };
    const run: RunAction = {
      kind: "run",
      program: "go",
      path: "/bin/go",
      parameters: [],
      environment: {},
      folder: joinPath(folder.path, "go"),
    };
    expect(foldersWith(["lo"], [download, run])).toEqual([joinPath(folder.path, "tools/pkg/bin")]);
    expect(foldersWith(["other"], [download, run])).toEqual([joinPath(folder.path, "go")]);
    expect(foldersWith(["lo-bin"], [download, run])).toEqual([]);
  });
});
