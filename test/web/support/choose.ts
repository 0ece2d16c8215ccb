import type { Locator } from "playwright-core";

/** Opens a list of the page and chooses one of its entries by its title. */
export async function choose(control: Locator, title: string): Promise<void> {
  await control.click();
  await control.page().getByRole("option", { name: title, exact: true }).click();
}
