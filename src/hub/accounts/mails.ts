/** What accounts are told by e-mail, and what they do with the links in it. */
import { failure } from "../../platform/index.ts";
import type { Letter } from "../../platform/mail/index.ts";
import { revokeAllApiTokens } from "./api-tokens.ts";
import { accountCodes } from "./diagnostics.ts";
import type { AccountPorts, Mail, User } from "./ports.ts";
import { closeAllSessions } from "./sessions.ts";
import { changeUser, findUser, findUserByEmail, matchPassword } from "./users.ts";
import { checkPassword } from "./password-policy.ts";
import { dropWords, createPhrase, findPhrase, consumePhrase } from "./words.ts";

const DAY_MINUTES = 24 * 60;
const HOUR_MINUTES = 60;

/** Sends the link that confirms the address of an account; links of earlier letters are good no longer. */
export async function sendConfirmation(ports: AccountPorts, user: User): Promise<void> {
  const mail = requireMail(ports);
  await dropWords(ports, "confirm-address", user.id);
  const word = await createPhrase(ports, {
    kind: "confirm-address",
    userId: user.id,
    minutes: DAY_MINUTES,
  });
  await deliver(mail, {
    to: user.email,
    subject: "Confirm your address",
    text: [
      `An account was created at ${mail.publicUrl} with this address.`,
      "If it was you, open this page within a day, and enter the password that you chose:",
      "",
      linkTo(mail, "confirm", word),
      "",
      "If it was not you, do nothing: the account cannot be used without this link.",
      "",
    ].join("\n"),
  });
}

/** Whose link it is; it stays good. */
export async function findLinkOwner(ports: AccountPorts, word: string): Promise<User> {
  const { userId = "" } = (await findPhrase(ports, "confirm-address", word)) ?? {};
  const user = await findUser(ports, userId);
  if (user === undefined) throw spent();
  return user;
}

/**
 * The account of the link can be logged in to from now on, by the password that whoever opens it knows: somebody else may
 * have registered the address as well, and the letter looks the same.
 */
export async function confirmAddress(
  ports: AccountPorts,
  word: string,
  password: string,
): Promise<User> {
  const user = await findLinkOwner(ports, word);
  const passwordHash = await matchPassword(ports, user, password);
  if ((await consumePhrase(ports, "confirm-address", word)) === undefined) throw spent();
  const { numUpdatedRows } = await ports.database.query
    .updateTable("users")
    .set(CONFIRMED)
    .where("id", "=", user.id)
    .where("password_hash", "=", passwordHash)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) throw spent();
  return user;
}

/**
 * Sends a link that sets a new password; of an address without an account nothing happens, and nothing is counted: a
 * stranger who asks for it would keep its owner from registering.
 */
export async function sendReset(
  ports: AccountPorts,
  email: string,
  countLetter: () => Promise<void>,
): Promise<void> {
  const mail = requireMail(ports);
  const user = await findUserByEmail(ports, email);
  if (user === undefined || !user.isActive) return;
  await countLetter();
  const word = await createPhrase(ports, {
    kind: "reset-password",
    userId: user.id,
    minutes: HOUR_MINUTES,
  });
  await deliver(mail, {
    to: user.email,
    subject: "Set a new password",
    text: [
      `A new password was requested for your account at ${mail.publicUrl}.`,
      "If it was you, open this page within an hour:",
      "",
      linkTo(mail, "reset", word),
      "",
      "If it was not you, do nothing: your password stays as it is.",
      "",
    ].join("\n"),
  });
}

/** Sets the password of the account of a link, and ends whatever was opened with the one before. */
export async function resetPassword(
  ports: AccountPorts,
  word: string,
  password: string,
): Promise<void> {
  // A password that is refused must not spend the link.
  await checkPassword(password, "");
  const { userId } = (await consumePhrase(ports, "reset-password", word)) ?? {};
  if (userId === undefined) throw spent();
  await changeUser(ports, userId, { password });
  // Whoever could read the letter has the address.
  await ports.database.query.updateTable("users").set(CONFIRMED).where("id", "=", userId).execute();
  await dropWords(ports, "reset-password", userId);
  await closeAllSessions(ports, userId);
  await revokeAllApiTokens(ports, userId);
}

const CONFIRMED = { is_unconfirmed: 0, is_proven: 1 } as const;

function requireMail({ mail }: AccountPorts): Mail {
  if (mail !== undefined) return mail;
  throw failure(accountCodes.noMail, "This server sends no letters.", {
    hint: "Ask an administrator.",
  });
}

async function deliver(mail: Mail, letter: Letter): Promise<void> {
  try {
    await mail.send(letter);
  } catch (cause) {
    throw failure(accountCodes.mailFailed, "The letter could not be sent. Try again later.", {
      cause,
    });
  }
}

/** The word stands behind `#`, which browsers send to no server. */
function linkTo({ publicUrl }: Mail, page: string, word: string): string {
  return `${publicUrl.replace(/\/$/u, "")}/${page}#${word}`;
}

function spent(): Error {
  return failure(accountCodes.badToken, "This link is no longer good. Ask for another one.");
}
