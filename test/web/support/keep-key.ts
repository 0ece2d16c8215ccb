import type { APIResponse, BrowserContext } from "playwright-core";

/** Gives a page the key of a session that was opened beside it, once, as the page itself would keep it. */
export async function keepKey(context: BrowserContext, answer: APIResponse): Promise<void> {
  const { key } = (await answer.json()) as { readonly key: string };
  const content = `if (localStorage.getItem("key-was-given") === null) {
    localStorage.setItem("key-was-given", "1");
    localStorage.setItem("skillwright-session-key", ${JSON.stringify(key)});
  }`;
  await context.addInitScript({ content });
}
