function onInterrupt(): never {
  process.exit(130);
}

function onTerminate(): never {
  process.exit(143);
}

/**
 * Does work that writes files to its end, and lets an interruption wait until then: nothing is left half
 * done, and no file that was being prepared is left behind.
 */
export async function withoutInterruption<Result>(work: () => Result): Promise<Result> {
  process.on("SIGINT", onInterrupt);
  process.on("SIGTERM", onTerminate);
  try {
    return work();
  } finally {
    // A signal that came meanwhile is told on the next turn.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    process.off("SIGINT", onInterrupt);
    process.off("SIGTERM", onTerminate);
  }
}
