/** Runs tasks one after another, in the order in which they were given. */
export type Queue = ReturnType<typeof createQueue>;

/** One that fails does not stop those after it. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => T | Promise<T>): Promise<T> => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}

/** The queue of a key, which is made when it is first needed. */
export function queueOf<K>(queues: Map<K, Queue>, key: K): Queue {
  const queue = queues.get(key) ?? createQueue();
  queues.set(key, queue);
  return queue;
}
