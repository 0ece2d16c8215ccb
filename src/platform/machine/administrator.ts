/** Whether this process may do anything on the machine; on Windows nobody is known to. */
export function isAdministrator(): boolean {
  return process.getuid?.() === 0;
}
