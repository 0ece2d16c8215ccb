/** The options that say who may ask a server over HTTP. */
import type { OptionSpec } from "./spec.ts";

export const accessOptions: readonly OptionSpec[] = [
  {
    name: "auth-issuer",
    value: { name: "URL", kind: "text" },
    summary: "With `--http`: take only tokens of this authorization server.",
  },
  {
    name: "auth-keys",
    value: { name: "PLACE", kind: "file" },
    summary:
      "Its keys: address of a key set, or file with a key set, a JWK or a public key as PEM.",
  },
  {
    name: "auth-resource",
    value: { name: "URL", kind: "text" },
    summary: "Address by which clients know this server, and for which tokens must be made.",
  },
  {
    name: "auth-scope",
    value: { name: "SCOPE", kind: "text" },
    isRepeatable: true,
    summary: "Scope that a token must have; `skills:read` where absent.",
  },
  {
    name: "allowed-host",
    value: { name: "NAME", kind: "text" },
    isRepeatable: true,
    summary: "With `--http`: another name by which clients may ask for this server.",
  },
  {
    name: "without-auth",
    summary: "With `--allow-everyone`: listen for other machines without asking for tokens.",
  },
  {
    name: "allow-everyone",
    summary: "With `--without-auth`: let everyone who reaches the address read every skill.",
  },
];
