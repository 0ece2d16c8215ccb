/** Waits until something holds, and fails with what was waited for once it takes too long. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 45_000,
  /** Longer where each look costs a server time that it needs for what is waited for. */
  pauseMs = 5,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > deadline)
      throw new Error(`Waited ${timeoutMs} ms in vain until ${what}.`);
    await new Promise((resume) => {
      setTimeout(resume, pauseMs);
    });
  }
}
