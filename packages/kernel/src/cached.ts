/** Returns the value of a key, creating it if absent. Evicts the least recently used entry. */
export function cached<T>(map: Map<string, T>, key: string, max: number, make: () => T): T {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    if (map.size >= max) map.delete(map.keys().next().value!)
  } else {
    map.delete(key)
  }
  map.set(key, value)
  return value
}
