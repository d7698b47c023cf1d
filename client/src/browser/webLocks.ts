/** The locks that all tabs of this browser share; undefined where it has none, as without HTTPS. A page that is being left may not use them. */
export const webLocks = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks
