/** Every way to an account by a password, with its limits: no route checks one or makes an account by itself. */
import { failure } from "../../platform/index.ts";
import {
  accountCodes,
  checkLogin,
  type Credentials,
  isKnownAddress,
  register,
  rememberAddress,
  type User,
} from "../../hub/accounts/index.ts";
import { LimitError } from "./limit-error.ts";
import type { ApiPorts } from "./ports.ts";

type SignInPorts = Pick<ApiPorts, "accounts" | "limiter" | "allowsRegistration">;

/** Where a request comes from, where that is known. */
interface Origin {
  readonly address?: string;
}

/** Makes an account for a stranger. Counted for the address, and for all strangers together. */
export async function signUp(
  ports: SignInPorts,
  credentials: Credentials,
  { address }: Origin,
): Promise<User> {
  if (!ports.allowsRegistration)
    throw failure(accountCodes.forbidden, "Registration is closed; ask an administrator");
  if (address !== undefined) await charge(ports, "register-address", address, NEW_ACCOUNTS);
  await charge(ports, "register", "everybody", NEW_ACCOUNTS);
  return await register(ports.accounts, credentials);
}

/** Makes an account for somebody else. Counted for the one who makes it, apart from strangers. */
export async function createAccount(
  ports: SignInPorts,
  maker: User,
  credentials: Credentials,
): Promise<User> {
  await charge(ports, "register", maker.id, NEW_ACCOUNTS);
  return await register(ports.accounts, credentials);
}

const NEW_ACCOUNTS = "Too many new accounts. Please try again later.";
const LOGINS = "Too many failed login attempts. Please try again later.";

/**
 * Only wrong passwords count, so that nobody is shut out by using the server. They count for the account and the
 * address together: a stranger who guesses is stopped, and the owner, who comes from elsewhere, is not. Many strangers
 * are stopped by the count of the account, and one stranger who tries many accounts by the count of the address; both
 * leave those addresses alone from where the owner of the account logs in, who may share one with a stranger.
 */
export async function logIn(
  ports: SignInPorts,
  credentials: Credentials,
  { address = "" }: Origin,
): Promise<User> {
  const { accounts, limiter } = ports;
  const who = credentials.email.toLowerCase().slice(0, 254);
  const counters: (readonly [string, string])[] = [["login", `${who} ${address}`]];
  if (address !== "") {
    if (!(await isKnownAddress(accounts, who, address)))
      counters.push(["login-address", address], ["login-account", who]);
  }
  // Taken before the password is looked at: otherwise many guesses at the same moment would all be let through.
  for (const [counter, key] of counters) await charge(ports, counter, key, LOGINS);
  const user = await checkLogin(accounts, credentials);
  for (const [counter, key] of counters) await limiter.giveBack(counter, key);
  if (address !== "") await rememberAddress(accounts, user, address);
  return user;
}

async function charge(
  { limiter }: SignInPorts,
  counter: string,
  who: string,
  message: string,
): Promise<void> {
  const state = await limiter.take(counter, who);
  if (state !== undefined && !state.isAllowed)
    throw new LimitError(accountCodes.tooManyAttempts, message, state);
}
