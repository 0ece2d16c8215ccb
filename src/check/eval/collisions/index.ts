export { type Collision, type CollisionReport, findCollisions } from "./collide.ts";
export { indexLibrary, type LibrarySkill } from "./library.ts";
export { meaningSpace, wordSpace } from "./space.ts";
