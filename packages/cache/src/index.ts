export type { Cache, SlidingWindow, WindowState } from './cache.ts'
export { EXACT_LIMIT_MAX, LIST_VALUES_MAX, VALUE_BYTES_MAX, WINDOW_SLICES } from './limits.ts'
export { type CacheOptions, openCache } from './open.ts'
