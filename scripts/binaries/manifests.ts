/** What package managers read to install the binaries. */

export interface Release {
  readonly version: string;
  /** One sentence without its full stop. */
  readonly description: string;
  /** Where the binaries lie, without a slash at the end. */
  readonly download: string;
  readonly homepage: string;
  /** SHA-256 of each binary by its target; those that were not made are absent. */
  readonly hashes: ReadonlyMap<string, string>;
}

export function binaryName(version: string, target: string): string {
  return `skillwright-${version}-${target}${target.startsWith("windows") ? ".exe" : ""}`;
}

/** `Formula/skillwright.rb` of a tap of Homebrew. */
export function homebrewFormula(release: Release): string {
  const on = (system: string, platform: string): readonly string[] => [
    `  on_${system} do`,
    ...[
      ["arm", "arm64"],
      ["intel", "x64"],
    ].flatMap(([processor = "", name = ""]) => [
      `    on_${processor} do`,
      `      url "${release.download}/${binaryName(release.version, `${platform}-${name}`)}"`,
      `      sha256 "${hashOf(release, `${platform}-${name}`)}"`,
      "    end",
    ]),
    "  end",
  ];
  return [
    "class Skillwright < Formula",
    `  desc "${release.description}"`,
    `  homepage "${release.homepage}"`,
    `  version "${release.version}"`,
    '  license "MIT"',
    "",
    ...on("macos", "darwin"),
    "",
    ...on("linux", "linux"),
    "",
    "  def install",
    '    bin.install Dir["skillwright-*"].first => "skillwright"',
    "    # The first start unpacks the package, which the sandbox of Homebrew would keep.",
    '    ENV["XDG_DATA_HOME"] = buildpath/"data"',
    "    %w[bash zsh fish].each do |shell|",
    '      (buildpath/shell).write Utils.safe_popen_read(bin/"skillwright", "completion", shell)',
    "    end",
    '    bash_completion.install buildpath/"bash" => "skillwright"',
    '    zsh_completion.install buildpath/"zsh" => "_skillwright"',
    '    fish_completion.install buildpath/"fish" => "skillwright.fish"',
    "  end",
    "",
    "  test do",
    '    assert_match version.to_s, shell_output("#{bin}/skillwright --version")',
    "  end",
    "end",
    "",
  ].join("\n");
}

/** The three files of winget by their names, for `manifests/s/Skillwright/Skillwright/VERSION`. */
export function wingetManifests(release: Release, published: string): ReadonlyMap<string, string> {
  const { version, description, homepage, download } = release;
  const head = ["PackageIdentifier: Skillwright.Skillwright", `PackageVersion: ${version}`];
  const file = (type: string, lines: readonly string[]): string =>
    [...head, ...lines, `ManifestType: ${type}`, "ManifestVersion: 1.10.0", ""].join("\n");
  return new Map([
    ["Skillwright.Skillwright.yaml", file("version", ["DefaultLocale: en-US"])],
    [
      "Skillwright.Skillwright.locale.en-US.yaml",
      file("defaultLocale", [
        "PackageLocale: en-US",
        "Publisher: The Skillwright authors",
        "PackageName: Skillwright",
        `PackageUrl: ${homepage}`,
        "License: MIT",
        `ShortDescription: ${JSON.stringify(description)}`,
      ]),
    ],
    [
      "Skillwright.Skillwright.installer.yaml",
      file("installer", [
        "InstallerType: portable",
        "Commands:",
        "- skillwright",
        `ReleaseDate: ${published}`,
        "Installers:",
        "- Architecture: x64",
        `  InstallerUrl: ${download}/${binaryName(version, "windows-x64")}`,
        `  InstallerSha256: "${hashOf(release, "windows-x64").toUpperCase()}"`,
      ]),
    ],
  ]);
}

function hashOf({ hashes }: Release, target: string): string {
  const hash = hashes.get(target);
  if (hash === undefined) throw new Error(`There is no binary for ${target}.`);
  return hash;
}
