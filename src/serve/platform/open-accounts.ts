import { type AccountPorts, rotateKeys } from "../../hub/accounts/index.ts";
import { type Database, eraseFreePages } from "../../hub/data/index.ts";
import {
  type Clock,
  createPasswordHasher,
  type PasswordHasher,
} from "../../platform/machine/index.ts";
import { createMailer } from "../../platform/mail/index.ts";
import type { Diagnostic } from "../../skill/model/index.ts";
import { platformWarnings } from "./diagnostics.ts";
import type { PlatformSettings } from "./settings.ts";
import { openSecretCipher, SECRET_KEY_FILE } from "./secret-key.ts";
import { IN_MEMORY } from "../../platform/index.ts";

interface AccountOptions {
  readonly clock: Clock;
  readonly environment: { readonly [name: string]: string | undefined };
  readonly dataFolder: string;
  readonly passwords?: PasswordHasher;
  readonly onProblem: (problem: Diagnostic) => void;
  readonly settings: Pick<PlatformSettings, "accessTokenMinutes" | "mail" | "publicUrl">;
}

/** Accounts, with the key under which their secrets stand in the database. */
export async function openAccounts(
  { clock, environment, dataFolder, passwords, onProblem, settings }: AccountOptions,
  database: Database,
): Promise<AccountPorts> {
  const file = dataFolder === IN_MEMORY ? undefined : `${dataFolder}/${SECRET_KEY_FILE}`;
  const { cipher, plain } = await openSecretCipher({ file, environment, database });
  const accounts = {
    database,
    clock,
    issuer: "skillwright",
    cipher,
    passwords: passwords ?? createPasswordHasher(),
    accessMinutes: settings.accessTokenMinutes,
    ...(settings.mail === undefined || settings.publicUrl === undefined
      ? {}
      : { mail: { send: createMailer(settings.mail), publicUrl: settings.publicUrl } }),
  };
  if (plain === 0) return accounts;
  // Whoever could read the database has them, so that they must not sign anything more.
  await rotateKeys(accounts);
  await eraseFreePages(database);
  onProblem({
    code: platformWarnings.plainSecrets,
    severity: "warning",
    message: `${plain} signing keys stood in the database as plain text; they are encrypted now, and a new one signs in their place.`,
  });
  return accounts;
}
