/** Runs tasks one after another, in order. */
export type Queue = ReturnType<typeof createQueue>;

/** A failed task does not stop later ones. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => T | Promise<T>): Promise<T> => {
    const result = last.then(task);
    // Without its result, which nobody else may need any longer.
    const isOver = (): undefined => undefined;
    last = result.then(isOver, isOver);
    return result;
  };
}

/** The queue of a key, made when needed. */
export function queueOf<K>(queues: Map<K, Queue>, key: K): Queue {
  const queue = queues.get(key) ?? createQueue();
  queues.set(key, queue);
  return queue;
}
