import type { EscapeTable } from "../listing.ts";

export const plainText: EscapeTable = {};

export const xmlText: EscapeTable = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
