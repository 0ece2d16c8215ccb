export { calledSkill, readCall } from "./call.ts";
export { type ChatCourse, type CourseEvent, courseEvent, keepCourse } from "./course.ts";
export { answerRoom, fitHistory, tooLongFor } from "./history.ts";
export {
  addMessages,
  chatCodes,
  type ChatSession,
  deleteChat,
  forgetQuestion,
  historyOf,
  listChats,
  openChat,
  readChat,
  renameChat,
} from "./sessions.ts";
