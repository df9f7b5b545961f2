/**
 * Returns the folder of the development data: `--data <folder>` on the command line.
 * @throws {Error} when the option is missing
 */
export function dataFolder(args: readonly string[] = process.argv): string {
  const at = args.indexOf('--data')
  const folder = at === -1 ? undefined : args[at + 1]
  if (folder === undefined) throw new Error('Say where the labelled data is: --data <folder>')
  return folder
}
