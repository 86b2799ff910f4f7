/** The IPC channels: requests and their cancellation go to the main process, events come from it. */
export const requestChannel = 'proxydeck:request';
export const cancelChannel = 'proxydeck:cancel';
export const eventChannel = 'proxydeck:event';
