export { calledSkill, readCall, type SkillCall } from "./call.ts";
export { answerRoom, fitHistory, tooLongFor } from "./history.ts";
export {
  addMessages,
  chatCodes,
  type ChatPorts,
  type ChatSession,
  deleteChat,
  forgetQuestion,
  historyOf,
  listChats,
  openChat,
  readChat,
  renameChat,
  type SavedMessage,
} from "./sessions.ts";
