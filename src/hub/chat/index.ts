export { calledSkill, readCall, type SkillCall } from "./call.ts";
export { type ChatCourse, type CourseEvent, courseEvent, keepCourse } from "./course.ts";
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
