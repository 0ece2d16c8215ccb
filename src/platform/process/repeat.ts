/** Calls again and again, and does not keep the process alive for it. The answer ends it. */
export function repeat(milliseconds: number, call: () => void): () => void {
  const timer = setInterval(call, milliseconds);
  timer.unref();
  return () => clearInterval(timer);
}
