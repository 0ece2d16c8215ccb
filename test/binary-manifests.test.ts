/** What package managers are given of a release; nothing of it is installed here. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { homebrewFormula, wingetManifests } from "../scripts/binaries/manifests.ts";

const targets = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "windows-x64"];
const release = {
  version: "1.4.0",
  description: "Read, check and convert agent skills",
  download: "https://example.org/v1.4.0",
  homepage: "https://example.org",
  hashes: new Map(targets.map((target, at) => [target, String(at).repeat(64)])),
};

describe("manifests of the binaries", () => {
  it("give Homebrew the binary of each system with its hash", () => {
    const formula = homebrewFormula(release);
    const found = [...formula.matchAll(/url "(?<url>[^"]+)"\n +sha256 "(?<hash>\d+)"/gu)].map(
      ({ groups }) => [groups?.["url"], groups?.["hash"]?.[0]],
    );
    expect(found).toEqual([
      ["https://example.org/v1.4.0/skillwright-1.4.0-darwin-arm64", "3"],
      ["https://example.org/v1.4.0/skillwright-1.4.0-darwin-x64", "2"],
      ["https://example.org/v1.4.0/skillwright-1.4.0-linux-arm64", "1"],
      ["https://example.org/v1.4.0/skillwright-1.4.0-linux-x64", "0"],
    ]);
    const opened = formula.match(/\bdo\b|^class|^ +def/gmu)?.length;
    expect(formula.match(/^ *end$/gmu)).toHaveLength(opened ?? 0);
  });

  it("give winget a portable program", () => {
    const files = wingetManifests(release, "2026-11-19");
    const documents = [...files.values()].map((text): unknown => parse(text));
    expect(documents.map((one) => (one as { ManifestType: string }).ManifestType)).toEqual([
      "version",
      "defaultLocale",
      "installer",
    ]);
    expect(documents[2]).toMatchObject({
      PackageVersion: "1.4.0",
      Installers: [
        {
          InstallerUrl: "https://example.org/v1.4.0/skillwright-1.4.0-windows-x64.exe",
          InstallerSha256: "4".repeat(64),
        },
      ],
    });
  });

  it("are not made of binaries that are not there", () => {
    expect(() => homebrewFormula({ ...release, hashes: new Map() })).toThrow("darwin-arm64");
  });
});
