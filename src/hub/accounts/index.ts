export {
  asPerson,
  mayChange,
  maySee,
  share,
  sharedWith,
  type Sharing,
  sharingOf,
  visibleTo,
} from "./access.ts";
export {
  forgetTokens,
  listApiTokens,
  makeApiToken,
  mintApiToken,
  revokeApiToken,
  revokeApiTokensOf,
} from "./api-tokens.ts";
export { callerOf, confirmCaller } from "./caller.ts";
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
export { LoginLinks } from "./login-links.ts";
export { makeProgramTokens, spendRefreshToken } from "./program-tokens.ts";
export { publicKeys, rotateKeys } from "./keys.ts";
export { forgetAddresses, isKnownAddress, rememberAddress } from "./known-addresses.ts";
export { type AccountPorts, type Caller, momentOf, type User } from "./ports.ts";
export {
  badToken,
  closeRefresh,
  closeSession,
  closeSessionsOf,
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
  type Team,
} from "./teams.ts";
export {
  changePassword,
  changeUser,
  checkLogin,
  countUsers,
  deleteUser,
  ensureFirst,
  type Credentials,
  findPresent,
  findUser,
  findUserByEmail,
  listUsers,
  register,
  resetAdmin,
} from "./users.ts";
