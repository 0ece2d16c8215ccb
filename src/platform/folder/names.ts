/** Devices of Windows, which stand under these names in every folder, with any extension. */
const DEVICES = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
const FORBIDDEN = /[<>:"|?*\u0001-\u001f]|[. ]$/;

/** False for a name that Windows refuses or takes for something else, such as a stream of another file. */
export function isNameOnWindows(name: string): boolean {
  return !FORBIDDEN.test(name) && !DEVICES.test(name);
}
