const XML_TAG = /<\/?[A-Za-z!?][^<>]*>/;

/** Whether a text is free of XML tags, which Anthropic allows neither in names nor descriptions. */
export function hasNoTag(value: string): boolean {
  return !XML_TAG.test(value);
}
