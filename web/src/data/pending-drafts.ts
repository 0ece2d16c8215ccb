/** Texts that were opened and that the server does not take as they are: they wait in the editor, unsaved. */
const drafts = new Map<string, string>();

export function keepDraft(name: string, text: string): void {
  drafts.set(name, text);
}

export function findDraft(name: string): string | undefined {
  return drafts.get(name);
}

export function dropDraft(name: string): void {
  drafts.delete(name);
}
