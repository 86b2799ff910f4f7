/** The two IPC channels: requests go to the main process, events come from it. */
export const requestChannel = 'proxydeck:request';
export const eventChannel = 'proxydeck:event';
