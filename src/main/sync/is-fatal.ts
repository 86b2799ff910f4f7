import type { Failure } from '../../shared/failure.ts';

/** Whether the next request would fail for the same reason. */
export function isFatal({ code }: Failure): boolean {
  return (
    code === 'canceled' ||
    code === 'keys-refused' ||
    code === 'unreachable' ||
    code === 'tls' ||
    code === 'timeout' ||
    code === 'too-many-requests' ||
    code === 'disk-full' ||
    code === 'read-only' ||
    code === 'passwords-locked'
  );
}
