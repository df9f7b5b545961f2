/** Folder of the engine's modules. Result caches become invalid when a module changes. */
export const ENGINE_SOURCES = new URL('.', import.meta.url)
