/** Every way to an account by a password, with its limits: no route checks one or makes an account by itself. */
import { failure } from "../../platform/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import { LimitError, type Limiter } from "../requests/index.ts";
import { checkSecondStep } from "./authenticators.ts";
import { accountCodes } from "./diagnostics.ts";
import { isKnownAddress, rememberAddress } from "./known-addresses.ts";
import { confirmAddress, findLinkOwner, sendConfirmation } from "./mails.ts";
import type { AccountPorts, User } from "./ports.ts";
import { checkLogin, type Credentials, register } from "./users.ts";

interface SignInPorts {
  readonly accounts: AccountPorts;
  readonly limiter: Limiter;
  /** Strangers may make accounts for themselves. */
  readonly allowsRegistration: boolean;
}

/** Where a request comes from, where that is known. */
interface Origin {
  readonly address?: string;
}

/**
 * Makes an account for a stranger. Counted for the address, and for all strangers together. Undefined where nobody logs
 * in to it before a link was opened that was sent to its address.
 */
export async function signUp(
  ports: SignInPorts,
  credentials: Credentials,
  { address }: Origin,
): Promise<User | undefined> {
  if (!ports.allowsRegistration)
    throw failure(accountCodes.forbidden, "Registration is closed; ask an administrator");
  if (address !== undefined) await charge(ports, "register-address", address, NEW_ACCOUNTS);
  await charge(ports, "register", "everybody", NEW_ACCOUNTS);
  if (ports.accounts.mail === undefined) return await register(ports.accounts, credentials);
  await chargeLetter(ports, credentials.email);
  await sendConfirmation(ports.accounts, await registerUnconfirmed(ports, credentials));
  return undefined;
}

async function registerUnconfirmed(ports: SignInPorts, credentials: Credentials): Promise<User> {
  try {
    return await register(ports.accounts, credentials, { isUnconfirmed: true });
  } catch (error) {
    // No letter goes out, and none is left to the owner otherwise.
    await ports.limiter.giveBack("letter", hashEmail(credentials.email));
    throw error;
  }
}

/** A letter to an address: no mailbox is flooded through this server. */
export async function chargeLetter(ports: SignInPorts, email: string): Promise<void> {
  await charge(ports, "letter", hashEmail(email), "Too many letters. Please try again later.");
}

/** Creates an account for another person. Counted for its creator, apart from strangers. */
export async function createAccount(
  ports: SignInPorts,
  maker: User,
  credentials: Credentials,
): Promise<User> {
  await charge(ports, "register", maker.id, NEW_ACCOUNTS);
  return await register(ports.accounts, credentials, { isProven: true });
}

const NEW_ACCOUNTS = "Too many new accounts. Please try again later.";
const LOGINS = "Too many failed login attempts. Please try again later.";

/** What a user logs in with; the code is that of the second step. */
export interface LoginCredentials extends Credentials {
  readonly code?: string | undefined;
}

/** The user who has both: the password, and the code where the account asks for one. */
export async function logIn(
  ports: SignInPorts,
  { code, ...credentials }: LoginCredentials,
  origin: Origin,
): Promise<User> {
  return await guess(ports, credentials.email, origin, async () => {
    const user = await checkLogin(ports.accounts, credentials);
    await checkSecondStep(ports.accounts, user, code);
    return user;
  });
}

/** The same for a user who is logged in, and is asked for the password before a change. */
export async function provePassword(
  ports: SignInPorts,
  credentials: Credentials,
  origin: Origin,
): Promise<User> {
  return await guess(ports, credentials.email, origin, () =>
    checkLogin(ports.accounts, credentials),
  );
}

/** Unlocks the account of a user who has the secret of a mailed link, and knows the password. */
export async function confirmSignUp(
  ports: SignInPorts,
  { word, password }: { readonly word: string; readonly password: string },
  origin: Origin,
): Promise<void> {
  const { email } = await findLinkOwner(ports.accounts, word);
  await guess(ports, email, origin, () => confirmAddress(ports.accounts, word, password));
}

/** Refusals after a correct password. */
const NO_GUESS: ReadonlySet<string> = new Set([accountCodes.codeNeeded, accountCodes.unconfirmed]);

/**
 * Only wrong passwords and codes count, so that no user is locked out by using the server. They count for the account and
 * the address together: a stranger who guesses is stopped, and the owner, who comes from elsewhere, is not. Many strangers
 * are stopped by the count of the account, and one stranger who tries many accounts by the count of the address; both
 * leave those addresses alone from where the owner of the account logs in, who may share one with a stranger.
 */
async function guess(
  ports: SignInPorts,
  email: string,
  { address = "" }: Origin,
  check: () => Promise<User>,
): Promise<User> {
  const { accounts, limiter } = ports;
  const who = hashEmail(email);
  const own = ["login", `${who} ${address}`] as const;
  const isOpen = address === "" || (await isKnownAddress(accounts, who, address));
  // The address first: whoever is refused for it leaves no row for each account that they think of.
  const counters: readonly (readonly [string, string])[] = isOpen
    ? [own]
    : [["login-address", address], own, ["login-account", who]];
  // Taken before the password is looked at: otherwise many guesses at the same moment would all be let through.
  for (const [counter, key] of counters) await charge(ports, counter, key, LOGINS);
  const giveBack = async (): Promise<void> => {
    for (const [counter, key] of counters) await limiter.giveBack(counter, key);
  };
  try {
    const user = await check();
    await giveBack();
    if (address !== "") await rememberAddress(accounts, user, address);
    return user;
  } catch (error) {
    if (SkillError.isInstance(error) && NO_GUESS.has(error.diagnostic.code)) await giveBack();
    throw error;
  }
}

function hashEmail(email: string): string {
  return email.toLowerCase().slice(0, 254);
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
