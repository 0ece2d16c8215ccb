/** What the database of a server can fail with. */
import {
  type Diagnostic,
  type ErrorCatalogue,
  failFrom,
  type SkillError,
} from "../skill/model/index.ts";

interface HubErrors {
  readonly "data/bad-address": { readonly scheme: string };
  readonly "data/in-use": undefined;
  readonly "data/missing-driver": undefined;
  readonly "data/needs-node": undefined;
  /** The step that this version does not know. */
  readonly "data/newer-database": { readonly step: string };
  readonly "data/older-database": undefined;
  readonly "data/unreachable": { readonly kind: "sqlite" | "postgres"; readonly reason: string };
}

export const hubErrors: ErrorCatalogue<HubErrors> = {
  "data/bad-address": {
    title: "The address of a database names PostgreSQL or a file.",
    message: ({ scheme }) =>
      `The database address has the scheme \`${scheme}\`; use \`postgres\` or the path of a file.`,
    hint: () => "Set `DATABASE_URL` to such as `postgres://user:password@host:5432/name`.",
  },
  "data/in-use": {
    title: "One server uses a data folder.",
    message: () => "Another server already uses this data.",
    hint: () =>
      "Stop it, or choose another folder with `--data DIR`. Servers that share their data need PostgreSQL: set `DATABASE_URL`.",
  },
  "data/missing-driver": {
    title: "PostgreSQL needs its driver.",
    message: () => "The package `pg` is not installed.",
    hint: () => "Install it with `npm install pg`.",
  },
  "data/needs-node": {
    title: "Servers run on Node.",
    message: () => "This binary has no server and keeps no data, which needs Node.",
    hint: () =>
      "Install Skillwright with `npm install -g skillwright`, or name a server with `--server URL`.",
  },
  "data/newer-database": {
    title: "A database is not newer than its server.",
    message: ({ step }) =>
      `The database was changed by a newer version of Skillwright (step \`${step}\`).`,
    hint: () => "Start the version of Skillwright that made it, or a newer one.",
  },
  "data/older-database": {
    title: "A database was made by a released version.",
    message: () =>
      "The database was made by a version of Skillwright from before its first release.",
    hint: () => "Name another one with `--data DIR` or `DATABASE_URL`.",
  },
  "data/unreachable": {
    title: "The database can be opened.",
    message: ({ kind, reason }) =>
      kind === "sqlite"
        ? `Cannot open the database: ${reason}.`
        : `The database cannot be reached: ${reason}.`,
    hint: ({ kind }) =>
      kind === "sqlite"
        ? "Its folder must be writable, and the file a SQLite database. `--data DIR` or `SKILLWRIGHT_DATA` chooses another folder."
        : "Check `DATABASE_URL`, and that PostgreSQL runs and lets this user in.",
  },
};

export function hubError<Code extends keyof HubErrors>(
  code: Code,
  params: HubErrors[Code],
  place: Pick<Diagnostic, "file" | "cause"> = {},
): SkillError {
  return failFrom(hubErrors, code, params, place);
}
