import { EventEmitter } from 'node:events';

/** Nobody suspends the stand-in; what a real machine does on sleep and waking it cannot show. */
export const powerMonitor = new EventEmitter();

/** The stand-in always takes the machine for connected. */
export const net = { isOnline: (): boolean => true };
