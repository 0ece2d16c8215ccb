export {
  asPerson,
  canChange as mayChange,
  canSee as maySee,
  share,
  sharedWith,
  type Sharing,
  readSharing,
  visibleTo,
} from "./access.ts";
export {
  deleteExpiredTokens as forgetTokens,
  listApiTokens,
  createApiToken as makeApiToken,
  mintApiToken,
  revokeApiToken,
  revokeMinted,
  revokeAllApiTokens,
} from "./api-tokens.ts";
export {
  beginAuthenticator,
  confirmAuthenticator,
  readAuthenticator,
  removeAuthenticator,
} from "./authenticators.ts";
export { identifyCaller, confirmCaller } from "./caller.ts";
export { accountCodes } from "./diagnostics.ts";
export {
  acceptInvitation,
  type Invitation,
  invite,
  listInvitations,
  listSent,
  removeInvitation,
  type SentInvitation,
  withdraw as withdrawInvitation,
} from "./invitations.ts";
export { resetPassword, sendReset } from "./mails.ts";
export { LoginLinks } from "./login-links.ts";
export { createProgramTokens as makeProgramTokens, spendRefreshToken } from "./program-tokens.ts";
export { publicKeys, rotateKeys } from "./keys.ts";
export { deleteOldAddresses as forgetAddresses } from "./known-addresses.ts";
export {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  checkPasskey,
  listPasskeys,
  removePasskey,
} from "./passkeys.ts";
export { type AccountPorts, type Caller, timestampAt, type User } from "./ports.ts";
export {
  badToken,
  closeRefresh,
  closeSession,
  closeAllSessions,
  hasSession,
  openSession,
  REFRESH_DAYS,
  refreshSession,
  renewSession,
  type TokenPair,
} from "./sessions.ts";
export {
  addMember,
  checkSharing,
  createTeam,
  deleteTeam,
  listTeams,
  readTeam,
  removeMember,
  renameTeam,
} from "./teams.ts";
export {
  changePassword,
  changeUser,
  checkLogin,
  countUsers,
  deleteUser,
  ensureFirst,
  type Credentials,
  findExistingUser as findPresent,
  findUser,
  findUserByEmail,
  listUsers,
  register,
  resetAdmin,
} from "./users.ts";
export {
  chargeLetter,
  confirmSignUp,
  createAccount,
  logIn,
  provePassword,
  signUp,
} from "./sign-in.ts";
export { type SignOnSettings } from "./group-roles.ts";
export { createSignOn, type SignOn } from "./sign-on.ts";
export { deleteExpiredWords as forgetWords, createPhrase, consumePhrase } from "./words.ts";
