/** The commands that take skills from elsewhere, and what they share with those that look there. */
import { plainText } from "./share-options.ts";
import type { ArgumentSpec, CommandSpec, OptionSpec } from "./spec.ts";

/** Taken by every command that asks a server of the Model Context Protocol. */
export const connectionOptions: readonly OptionSpec[] = [
  {
    name: "era",
    value: { name: "ERA", kind: "choice", choices: ["auto", "modern", "legacy"] },
    summary: "Protocol of an MCP server: modern, legacy or auto.",
  },
  {
    name: "token-file",
    value: { name: "FILE", kind: "file" },
    summary: "File with its token (default: `SKILLWRIGHT_MCP_TOKEN`).",
  },
  {
    name: "timeout",
    value: { name: "SECONDS", kind: "number" },
    summary: "Seconds for each request to it (default: 30).",
  },
  plainText,
];

/** Taken by those that name a server themselves. */
export const loginOptions: readonly OptionSpec[] = [
  { name: "login", summary: "Log in to the server in a browser if it wants that." },
  {
    name: "client-file",
    value: { name: "FILE", kind: "file" },
    summary: "OAuth client that its issuer registered, as JSON.",
  },
];

export const acceptSigner: OptionSpec = {
  name: "accept-signer",
  value: { name: "KEY", kind: "text" },
  isRepeatable: true,
  summary: "Let this key take over names; `unsigned` for none.",
};

export const acceptReview: OptionSpec = {
  name: "accept-review",
  summary: "Install skills that the scanner sends to review.",
};

const add: CommandSpec = {
  name: "add",
  summary: "Install one skill from a URL, archive, folder or MCP server.",
  details:
    "Takes one skill of an MCP server: every file is fetched and compared with the size, digest and frontmatter " +
    "that the server promises, then all are scanned, and only then written, in one step and without the right to be " +
    "run. Where it came from is kept in `.skillwright/origins` of the folder. Exits with 1 when something is " +
    "refused, such as a skill with a critical finding of the scanner.",
  arguments: [
    {
      name: "SOURCE",
      kind: "text",
      isRequired: true,
      isVariadic: true,
      summary: "`mcp:URL#NAME`, or `mcp:stdio#NAME -- COMMAND…` for a server to start.",
    },
  ],
  options: [
    {
      name: "to",
      value: { name: "DIR", kind: "folder" },
      summary: "Folder of skills to install into (default: `skills`).",
    },
    { name: "force", summary: "Replace the skill of that name in the folder." },
    { name: "allow-risky", summary: "Install the skill even if the scanner blocks it." },
    acceptReview,
    acceptSigner,
    { name: "dry-run", summary: "Fetch, verify and scan, and write nothing." },
    ...connectionOptions,
    ...loginOptions,
    { name: "json", summary: "Print JSON." },
  ],
  examples: [
    "skillwright add mcp:http://127.0.0.1:4818/mcp#pdf-tools",
    "skillwright add mcp:stdio#pdf-tools --to ~/.claude/skills -- npx some-server",
  ],
};

const json: OptionSpec = { name: "json", summary: "Print JSON." };

const trustOption: OptionSpec = {
  name: "trust",
  value: { name: "FILE", kind: "file" },
  summary: "Trusted keys (default: `~/.skillwright/trusted-keys.json`).",
};

const skillFolder: ArgumentSpec = {
  name: "PATH",
  kind: "folder",
  isRequired: false,
  isVariadic: false,
  summary: "Folder of a skill (default: the working directory).",
};

const pack: CommandSpec = {
  name: "pack",
  summary: "Pack a skill into an archive.",
  details:
    "The same content gives the same bytes on every machine. Files that may be run stay so. Junk of tools and what " +
    "`.gitignore`, `.clawhubignore` and `.skillignore` name is left out; a link, or names that are one name on some " +
    "systems, are refused, and so is a signature that no longer fits. `--verbose` lists the files with their digests.",
  arguments: [skillFolder],
  options: [
    {
      name: "output",
      short: "o",
      value: { name: "FILE", kind: "file" },
      summary:
        "Archive to write (default: `NAME-VERSION.zip` in the working directory, or beside the skill if that is the skill).",
    },
    json,
  ],
  examples: ["skillwright pack skills/letters -o dist/letters.zip"],
};

const unpack: CommandSpec = {
  name: "unpack",
  summary: "Unpack and verify an archive.",
  details:
    "Takes a zip, tar or tar.gz with exactly one skill. Paths that lead out, links, bombs, names that come twice or are " +
    "one on some systems, headers that disagree and a wrong signature are refused with exit code 1, and nothing is written.",
  arguments: [
    {
      name: "FILE",
      kind: "file",
      isRequired: true,
      isVariadic: false,
      summary: "Archive to unpack.",
    },
  ],
  options: [
    {
      name: "to",
      value: { name: "DIR", kind: "folder" },
      summary: "Folder of skills to unpack into (default: the working directory).",
    },
    {
      name: "integrity",
      value: { name: "SHA256", kind: "text" },
      summary: "Digest that the archive must have, as `pack` printed it.",
    },
    json,
  ],
  examples: ["skillwright unpack letters-1.0.0.zip --to skills"],
};

const keygen: CommandSpec = {
  name: "keygen",
  summary: "Create a signing key.",
  details:
    "Writes an Ed25519 key into `~/.skillwright/keys`: the `.key` file for you alone, the `.pub` file to give to others.",
  arguments: [],
  options: [
    {
      name: "name",
      value: { name: "NAME", kind: "text" },
      summary: "Name of the key (default: `publisher`).",
    },
    { name: "force", summary: "Replace a key of that name, which is then lost." },
    json,
  ],
  examples: ["skillwright keygen --name work"],
};

const sign: CommandSpec = {
  name: "sign",
  summary: "Sign a skill with your key.",
  details:
    "Writes `SIGNATURE.json` into the folder of the skill, in the format of GAIA. It covers the name, the version and the " +
    "digest of every file that `pack` takes. Sign again after each change.",
  arguments: [skillFolder],
  options: [
    {
      name: "key",
      value: { name: "KEY", kind: "text" },
      summary: "Name of a key or its file (default: `publisher`).",
    },
    {
      name: "publisher",
      value: { name: "NAME", kind: "text" },
      summary: "Who signs, to be shown; the key alone decides.",
    },
    {
      name: "sigstore",
      summary: "Sign with Sigstore, by the identity of `SIGSTORE_ID_TOKEN` or of a build service.",
    },
    {
      name: "fulcio",
      value: { name: "URL", kind: "text" },
      summary: "Authority of Sigstore (default: the public one).",
    },
    {
      name: "rekor",
      value: { name: "URL", kind: "text" },
      summary: "Log of Sigstore (default: the public one).",
    },
    {
      name: "statement",
      summary: "Print what GPG has to sign for a `SIGNATURE.asc`, and sign nothing.",
    },
    json,
  ],
  examples: [
    "skillwright sign skills/letters --key work",
    "skillwright sign skills/letters --sigstore",
    "skillwright sign letters --statement | gpg -ab > letters/SIGNATURE.asc",
  ],
};

const verify: CommandSpec = {
  name: "verify",
  summary: "Verify who signed a skill.",
  details:
    "Looks at a folder or an archive and asks no network. A skill that is not signed, or with a key that nobody trusts, is " +
    "experimental and exits with 0; a wrong signature exits with 1. In a folder every file counts, also one that an ignore " +
    "file names.",
  arguments: [{ ...skillFolder, kind: "file", summary: "Folder of a skill, or an archive." }],
  options: [
    trustOption,
    {
      name: "require",
      value: { name: "TIER", kind: "choice", choices: ["community", "verified"] },
      summary: "Exit with 1 unless a trusted key attests at least this tier.",
    },
    { name: "as-packed", summary: "Check only the files that `pack` includes." },
    {
      name: "trusted-root",
      value: { name: "FILE", kind: "file" },
      summary:
        "Authorities of Sigstore to trust (default: those of `trust add`, else the public ones).",
    },
    json,
  ],
  examples: [
    "skillwright verify skills/letters",
    "skillwright verify letters.zip --require community",
  ],
};

const trust: CommandSpec = {
  name: "trust",
  summary: "Manage trusted keys.",
  details:
    "`trust add KEY` takes a public key or its file, `trust list` shows the keys, `trust remove ID` forgets one. The role " +
    "`publisher` attests the tier community; `amd`, as GAIA calls who audits skills, attests verified. `trust add --registry URL` pins " +
    "the root of a registry, whose signed statements then give tiers and spare scans; with a fingerprint in place of KEY it has to be that one.",
  arguments: [
    {
      name: "VERB",
      kind: "choice",
      choices: ["add", "list", "remove"],
      isRequired: false,
      isVariadic: false,
      summary: "What to do (default: `list`).",
    },
    {
      name: "KEY",
      kind: "text",
      isRequired: false,
      isVariadic: false,
      summary: "Public key in base64 or its file to add, id of a key to remove.",
    },
  ],
  options: [
    {
      name: "registry",
      value: { name: "URL", kind: "text" },
      summary: "Registry to trust as a whole.",
    },
    {
      name: "role",
      value: { name: "ROLE", kind: "choice", choices: ["publisher", "amd"] },
      summary: "What the key stands for (default: `publisher`).",
    },
    {
      name: "publisher",
      value: { name: "NAME", kind: "text" },
      summary: "Name of the key's owner, shown in lists.",
    },
    {
      name: "issuer",
      value: { name: "URL", kind: "text" },
      summary: "Issuer of a Sigstore identity, which is given in place of the key.",
    },
    {
      name: "sigstore-root",
      summary: "KEY is a file with the authorities of Sigstore, in place of the public ones.",
    },
    trustOption,
    plainText,
    json,
  ],
  examples: ["skillwright trust add acme.pub --publisher Acme", "skillwright trust list"],
};

const lock: CommandSpec = {
  name: "lock",
  summary: "Write or check the lock file of a folder.",
  details:
    "Writes `skill-lock.json` into the folder: the version, digests, signature, claimed and enforced tier and permissions of " +
    "each skill. `--check` writes nothing and exits with 1 where a skill differs from it in version, tier or content, is " +
    "missing, or was never recorded. A changed skill that a signature had raised is recorded anew only with `--force`.",
  arguments: [
    {
      ...skillFolder,
      name: "DIR",
      summary: "Folder of skills (default: `skills`).",
    },
  ],
  options: [
    { name: "check", summary: "Compare, and write nothing." },
    { name: "force", summary: "Also record skills that lost their signature." },
    trustOption,
    json,
  ],
  examples: ["skillwright lock --check", "skillwright lock ~/.claude/skills"],
};

export const registryCommands: readonly CommandSpec[] = [
  add,
  pack,
  unpack,
  keygen,
  sign,
  verify,
  trust,
  lock,
];
