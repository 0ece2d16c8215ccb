/** What is copied for an answer at once. */
const SLICE_BYTES = 256 * 1024;

/** The body of an answer. Of many bytes it gives slices: a copy of all of them would hold up all other work. */
export function bodyOf(
  bytes: Uint8Array,
): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> {
  if (bytes.length <= SLICE_BYTES) return Uint8Array.from(bytes);
  let offset = 0;
  return new ReadableStream({
    pull: (controller) => {
      controller.enqueue(Uint8Array.from(bytes.subarray(offset, offset + SLICE_BYTES)));
      offset += SLICE_BYTES;
      if (offset >= bytes.length) controller.close();
    },
  });
}
