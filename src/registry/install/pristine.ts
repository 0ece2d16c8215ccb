export { pristinePath, readPristine } from "../lock/index.ts";
