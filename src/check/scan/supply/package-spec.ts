export type Ecosystem = "npm" | "pypi" | "gem" | "crates" | "go" | "brew";

export interface PackageSource {
  readonly kind: "registry" | "git" | "address" | "path";
  /** The address or path as written; absent for a registry. */
  readonly address?: string;
}

export interface PackageSpec {
  readonly ecosystem: Ecosystem;
  /** Undefined where only an address is given. */
  readonly name: string | undefined;
  /** The version or range as written. */
  readonly version: string | undefined;
  readonly source: PackageSource;
  /** One version, and no other, can come of it. */
  readonly isPinned: boolean;
}

const REGISTRY: PackageSource = { kind: "registry" };
const COMMIT = /[#@][0-9a-f]{40}(?:$|[#&])/;

/** A package as commands and manifests write it; undefined for what is no package. */
export function readSpec(ecosystem: Ecosystem, written: string): PackageSpec | undefined {
  // Behind `;` Python says on which systems the package is wanted.
  const text = (ecosystem === "pypi" ? (written.split(";", 1)[0] ?? "") : written).trim();
  if (text === "" || /[<>{}$*]|\.\.\.|…/.test(text.replace(/[<>]=?\s*\d/g, ""))) return undefined;
  const elsewhere = readElsewhere(ecosystem, text);
  if (elsewhere !== undefined) return elsewhere;
  return ecosystem === "pypi" ? readPython(text) : readNamed(ecosystem, text);
}

function readElsewhere(ecosystem: Ecosystem, text: string): PackageSpec | undefined {
  // `name @ git+https://…` is how Python names what it fetches from an address.
  const direct =
    /^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*@\s*((?:git\+|https?:|file:|ssh:)\S+)$/.exec(text);
  const address =
    direct?.[2] ??
    (/^(?:git\+|git:|https?:|ssh:|git@|github:|gitlab:|bitbucket:|gist:)/.test(text)
      ? text
      : undefined);
  if (address !== undefined) {
    const isGit = /^(?:git\+|git:|ssh:|git@|github:|gitlab:|bitbucket:|gist:)|\.git(?:$|[#@])/.test(
      address,
    );
    return {
      ecosystem,
      name: direct?.[1] ?? /[#&]egg=([\w.-]+)/.exec(address)?.[1],
      version: undefined,
      source: { kind: isGit ? "git" : "address", address },
      isPinned: COMMIT.test(address) || /[#&]sha(?:256|512)[=-]/.test(address),
    };
  }
  if (/^(?:file:|link:|workspace:|\.{1,2}(?:\/|\\|$)|\/|~\/)/.test(text))
    return {
      ecosystem,
      name: undefined,
      version: undefined,
      source: { kind: "path", address: text },
      isPinned: true,
    };
  if (ecosystem === "npm" && /^[\w.-]+\/[\w.-]+(?:#\S+)?$/.test(text))
    return {
      ecosystem,
      name: undefined,
      version: undefined,
      source: { kind: "git", address: `github:${text}` },
      isPinned: COMMIT.test(text),
    };
  return undefined;
}

const PYTHON =
  /^([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)(?:\[[^\]]*\])?\s*((?:===?|~=|!=|<=?|>=?)[^;#]*)?(?:[;#].*)?$/;

function readPython(text: string): PackageSpec | undefined {
  const match = PYTHON.exec(text);
  if (match === null) {
    // uv and pipx write a version behind `@`, as npm does.
    const named = /^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?@([\w.-]+)$/.exec(text);
    if (named === null) return undefined;
    return registrySpec("pypi", named[1] ?? "", named[2]);
  }
  const version = match[2]?.trim();
  return {
    ecosystem: "pypi",
    name: match[1] ?? "",
    version: version === "" ? undefined : version,
    source: REGISTRY,
    isPinned:
      version !== undefined && /^={2,3}\s*[\w.+!-]+$/.test(version) && !version.includes("*"),
  };
}

const NAMED = /^((?:@[a-z0-9~-][\w.~-]*\/)?[A-Za-z0-9][\w.+~-]*(?:\/[\w.+~-]+)*)(?:@(.+))?$/;

function readNamed(ecosystem: Ecosystem, text: string): PackageSpec | undefined {
  const match = NAMED.exec(text);
  if (match === null) return undefined;
  const version = match[2];
  const alias = version === undefined ? null : /^npm:(.+)$/.exec(version);
  if (alias !== null) return readNamed(ecosystem, alias[1] ?? "");
  if (version !== undefined && /^(?:git|https?|github):?/.test(version))
    return {
      ...(readElsewhere(ecosystem, version) ?? registrySpec(ecosystem, match[1] ?? "", undefined)),
      name: match[1],
    };
  return registrySpec(ecosystem, match[1] ?? "", version);
}

function registrySpec(
  ecosystem: Ecosystem,
  name: string,
  version: string | undefined,
): PackageSpec {
  const isPinned =
    version !== undefined && /^[=v]?\d{1,9}\.\d{1,9}(?:\.\d{1,9})?[\w.+-]{0,60}$/.test(version);
  return { ecosystem, name, version, source: REGISTRY, isPinned };
}
