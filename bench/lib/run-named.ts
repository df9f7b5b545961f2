/**
 * Runs benchmarks by name from the command line: all without names, in order, with their durations.
 * @throws {Error} for an unknown name
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
