import type { RegisterCommand } from '../command.ts'
import { verifyFile, type VerifyOptions } from '../verify.ts'

export const verify: RegisterCommand = (parent, io, exit) => {
  parent
    .command('verify')
    .summary('verify an artifact of a scan against its signature; no server needed')
    .description(
      'Says whether the signature in a bundle (the artifact "signature" of a scan) is one over this file, and by which key. A ' +
        'bundle brings a key of its own, which proves nothing alone: --public-key names the one that you trust.',
    )
    .argument('<artifact>', 'a file that was signed, such as a bill of materials')
    .requiredOption('--signature <file>', 'the bundle of signatures')
    .option('--public-key <file>', 'the key that must have signed, as PEM')
    .option('--label <name>', 'which signature of the bundle, such as cyclonedx; otherwise the one over this content')
    .addHelpText('after', HELP)
    .action((artifact: string, options: VerifyOptions) => exit(verifyFile(artifact, options, io)))
}

const HELP = `
Exit codes:
  0  the file is signed by the key of --public-key
  1  it is not: it was changed, the bundle does not hold it, or another key signed it
  2  it could not be verified: a file cannot be read or is no bundle
  3  the signature fits, and whose key it is was not checked, for --public-key is missing

Example:
  gatehouse verify bom.cdx.json --signature signature.json --public-key signing-key.pem`
