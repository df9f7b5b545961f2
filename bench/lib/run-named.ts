/**
 * Runs benchmarks by their names, as given on the command line: all without one, in their order, with the time each took.
 * @throws {Error} for a name that none has
 */
export async function runNamed(benchmarks: Readonly<Record<string, () => Promise<void>>>): Promise<void> {
  const names = process.argv.slice(2)
  const unknown = names.find((name) => !Object.hasOwn(benchmarks, name))
  if (unknown !== undefined) throw new Error(`There is no benchmark ${unknown}: ${Object.keys(benchmarks).join(', ')}.`)
  for (const [name, bench] of Object.entries(benchmarks)) {
    if (names.length > 0 && !names.includes(name)) continue
    process.stdout.write(`\n${name}\n`)
    const from = performance.now()
    await bench()
    process.stdout.write(`  (${((performance.now() - from) / 1_000).toFixed(0)} s)\n`)
  }
}
