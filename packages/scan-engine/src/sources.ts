/** The folder of the engine's modules. Caches of results become invalid when one of the modules changes. */
export const ENGINE_SOURCES = new URL('.', import.meta.url)
