let collator: Intl.Collator | undefined;

/** As programs sort that compare by the language of the United States, whatever the machine's is. */
export function byEnglishName(
  one: { readonly name: string },
  other: { readonly name: string },
): number {
  // It takes milliseconds to make, and most commands sort nothing.
  collator ??= new Intl.Collator("en-US");
  return collator.compare(one.name, other.name);
}
