/**
 * Calls every listener. One that throws keeps nobody else from hearing, and does not fail whoever caused the event:
 * its fault is thrown on its own, as that of a timer is.
 */
export function emit<Event>(listeners: Iterable<(event: Event) => void>, event: Event): void {
  for (const listener of listeners)
    try {
      listener(event);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
}
