import { GuardrailBlockedError } from './screening.ts'

/**
 * Screens arguments, which programs read: a required redaction is a block.
 * @throws {GuardrailBlockedError}
 */
export async function screenArguments(
  all: readonly string[],
  screen: (text: string) => Promise<string>,
): Promise<void> {
  for (const item of all) {
    if ((await screen(item)) === item) continue
    throw new GuardrailBlockedError('output', [], '', 'the arguments of a program require redaction.')
  }
}
