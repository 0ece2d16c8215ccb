/** Gives a text to the browser as a file. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name.replaceAll(/[^\p{L}\p{N}. _-]+/gu, "-");
  link.click();
  URL.revokeObjectURL(url);
}
