import type { Entry, Row } from "./listing.ts";

/** Written piece by piece, which takes half the time of a copy without the name. */
export function toRow(entry: Entry): Row {
  const { path, name, description, dialect, reason, failure } = entry;
  // New text, since a slice of the file's text would keep all of it in memory.
  const nameText = name === undefined ? "" : JSON.stringify(name);
  let json = `{"path":${JSON.stringify(path)}`;
  if (name !== undefined) json += `,"name":${nameText}`;
  if (description !== undefined) json += `,"description":${JSON.stringify(description)}`;
  if (dialect !== undefined) json += `,"dialect":"${dialect}"`;
  if (reason !== undefined) json += `,"reason":${JSON.stringify(reason)}`;
  json += `,"errors":${entry.errors},"warnings":${entry.warnings}`;
  json += `,"codes":${entry.codes.length === 0 ? "[]" : JSON.stringify(entry.codes)}`;
  if (failure !== undefined) json += `,"failure":${JSON.stringify(failure)}`;
  return { path, name: nameText, json: `${json}}` };
}
