/**
 * A listener that untrusted bytes feed. What leaves a listener ends the process and the work of everybody in it; what
 * leaves this one ends the work that the bytes belong to.
 */
export function guardListener<Values extends readonly unknown[]>(
  listener: (...values: Values) => void,
  end: (error: unknown) => void,
): (...values: Values) => void {
  return (...values) => {
    try {
      listener(...values);
    } catch (error) {
      end(error);
    }
  };
}
