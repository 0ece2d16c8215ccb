/** Finds the codes with the fewest differences in a thread of its own; the memory is shared, so nothing is copied. */
import { parentPort } from "node:worker_threads";

parentPort?.on("message", ({ id, value }) => {
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window.
    parentPort?.postMessage({ id, value: nearest(value) });
  } catch (error) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window.
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});

/**
 * Rows of the nearest codes, in order. `ranges` holds pairs: the first row, and the one after the last. Distances are
 * small whole numbers, so they are counted in place of sorted.
 */
function nearest({ codes, wanted, ranges, count }) {
  const all = new Uint32Array(codes);
  const width = wanted.length;
  const rows = all.length / width;
  const distances = new Uint16Array(rows);
  const having = new Uint32Array(width * 32 + 1);
  for (let range = 0; range < ranges.length; range += 2)
    for (let row = ranges[range]; row < ranges[range + 1]; row += 1) {
      const start = row * width;
      let distance = 0;
      for (let at = 0; at < width; at += 1) {
        let bits = all[start + at] ^ wanted[at];
        bits -= (bits >>> 1) & 0x55555555;
        bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
        distance += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
      }
      distances[row] = distance;
      having[distance] += 1;
    }
  let most = 0;
  for (let seen = 0; most < having.length && seen + having[most] < count; most += 1)
    seen += having[most];
  const found = [];
  let atMost = 0;
  const room = count - sum(having, most);
  for (let range = 0; range < ranges.length; range += 2)
    for (let row = ranges[range]; row < ranges[range + 1]; row += 1) {
      if (distances[row] > most) continue;
      if (distances[row] === most) {
        if (atMost >= room) continue;
        atMost += 1;
      }
      found.push(row);
    }
  return Uint32Array.from(found.sort((a, b) => distances[a] - distances[b] || a - b));
}

function sum(having, end) {
  let total = 0;
  for (let at = 0; at < end; at += 1) total += having[at];
  return total;
}
