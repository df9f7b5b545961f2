/** Holds a lock file until the returned function is called; waits while another process holds it. */
export function holdLock(path: string, onWait: () => void): Promise<() => void>
