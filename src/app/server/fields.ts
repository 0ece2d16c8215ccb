/** Taken by the operations that ask a server. */

/** Taken by those that do without a server what a server does. */
export const placeFields = {
  server: {
    kind: "text",
    placeholder: "URL",
    doc: "Address of the server (default: `SKILLWRIGHT_SERVER`, else http://127.0.0.1:4817 if you are logged in to it).",
  },
  tokenFile: {
    kind: "file",
    doc: "File with a token (default: `SKILLWRIGHT_TOKEN` for a server that is named, else the login of `skillwright login`).",
  },
  plainText: { kind: "flag", doc: "Allow an unencrypted connection to another machine." },
  local: {
    kind: "flag",
    doc: "Use no server: work on the data of this machine, as `serve` would.",
  },
  data: {
    kind: "folder",
    doc: "Data folder of this machine (default: `SKILLWRIGHT_DATA`, else ~/.skillwright). Implies `--local`.",
  },
  settings: {
    kind: "file",
    doc: "Settings with the models, the same as those of `serve`. For `--local`.",
  },
} as const;

export const modelField = {
  model: {
    kind: "text",
    short: "m",
    placeholder: "MODEL",
    doc: "Model as `provider:model` (default: the one of the settings).",
  },
} as const;

export const HERE: string =
  " Where no server is named and none was logged in to, or with `--local`, it works on the data folder of this machine, " +
  "the same that `serve` has.";
