/** The options that say who may ask a server over HTTP. */
import type { OptionSpec } from "./spec.ts";

export const accessOptions: readonly OptionSpec[] = [
  {
    name: "auth-issuer",
    value: { name: "URL", kind: "text" },
    summary: "With `--http`: accept only tokens of this issuer.",
  },
  {
    name: "auth-keys",
    value: { name: "PLACE", kind: "file" },
    summary: "Address of its key set, or file with keys, JWK or PEM.",
  },
  {
    name: "auth-resource",
    value: { name: "URL", kind: "text" },
    summary: "Address of this server that tokens are made for.",
  },
  {
    name: "auth-scope",
    value: { name: "SCOPE", kind: "text" },
    isRepeatable: true,
    summary: "Scope of a token (default: `skills:read`).",
  },
  {
    name: "allowed-host",
    value: { name: "NAME", kind: "text" },
    isRepeatable: true,
    summary: "With `--http`: another name of this server.",
  },
  {
    name: "without-auth",
    summary: "With `--allow-everyone`: require no token.",
  },
  {
    name: "allow-everyone",
    summary: "With `--without-auth`: let all machines read skills.",
  },
];
