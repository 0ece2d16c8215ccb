export { calledSkill, readCall } from "./call.ts";
export {
  type ChatTranscript,
  type TranscriptEvent,
  transcriptEvent,
  saveTranscript,
} from "./transcript.ts";
export { answerRoom, fitHistory, tooLongFor } from "./history.ts";
export {
  addMessages,
  chatCodes,
  type ChatSession,
  deleteChat,
  deleteQuestion as forgetQuestion,
  readHistory,
  listChats,
  openChat,
  readChat,
  renameChat,
} from "./sessions.ts";
