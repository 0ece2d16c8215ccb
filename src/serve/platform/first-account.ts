import { newSecret } from "../../platform/machine/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import {
  checkLogin,
  closeAllSessions,
  type Credentials,
  ensureFirst,
  resetAdmin,
} from "../../hub/accounts/index.ts";
import type { ApiPorts } from "../api/index.ts";
import type { PlatformSettings } from "./settings.ts";

/** What became of the account of the settings; the password is there where it was made here. */
export interface FirstAccount {
  readonly kind: "made" | "reset" | "unused";
  readonly email: string;
  readonly password?: string;
  /** Lets in once, for a few minutes, without the password. */
  readonly linkToken?: string;
}

/** On the first start there is no administrator who could let others in. */
export async function ensureAccount(
  { accounts, loginLinks }: Pick<ApiPorts, "accounts" | "loginLinks">,
  settings: Pick<PlatformSettings, "admin">,
  resetsAdmin: boolean,
): Promise<FirstAccount | undefined> {
  const { email, password } = settings.admin;
  const credentials = { email, password: password ?? newSecret() };
  const shown = { email, ...(password === undefined ? { password: credentials.password } : {}) };
  // Whoever set the password knows it.
  const link = (id: string): { readonly linkToken?: string } =>
    password === undefined && loginLinks !== undefined ? { linkToken: loginLinks.make(id) } : {};
  if (resetsAdmin) {
    const { id } = await resetAdmin(accounts, credentials);
    await closeAllSessions(accounts, id);
    return { ...shown, ...link(id), kind: "reset" };
  }
  const first = await ensureFirst(accounts, credentials);
  if (first !== undefined) return { ...shown, ...link(first.id), kind: "made" };
  // A password that was set too late for the first start would otherwise be refused without a word.
  if (password === undefined || (await opens(accounts, { email, password }))) return undefined;
  return { email, kind: "unused" };
}

async function opens(accounts: ApiPorts["accounts"], credentials: Credentials): Promise<boolean> {
  try {
    await checkLogin(accounts, credentials);
    return true;
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    return false;
  }
}

/** What whoever starts the server is shown of it. */
export function accountLines(account: FirstAccount | undefined): readonly string[] {
  if (account === undefined) return [];
  const { kind, email, password } = account;
  if (kind === "unused")
    return [
      `SKILLWRIGHT_ADMIN_PASSWORD is not the password of ${email}, which existed before; \`--reset-admin\` sets it.`,
    ];
  const what = kind === "made" ? "Created the administrator account" : "Set a new password for";
  if (password === undefined)
    return [`${what} ${email} (password: that of SKILLWRIGHT_ADMIN_PASSWORD).`];
  return [`${what} ${email}. Its password, shown only now:`, `  ${email}  ${password}`];
}
