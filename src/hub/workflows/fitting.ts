/** The first ones that have so many bytes together; one in any case. */
export function fitting<Row extends { readonly size: number | string }>(
  rows: readonly Row[],
  most: number,
): readonly Row[] {
  let bytes = 0;
  const end = rows.findIndex(({ size }, index) => {
    bytes += Number(size);
    return index > 0 && bytes > most;
  });
  return end === -1 ? rows : rows.slice(0, end);
}
