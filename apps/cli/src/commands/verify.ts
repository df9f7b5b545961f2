import type { RegisterCommand } from '../command.ts'
import { verifyFile, type VerifyOptions } from '../verify.ts'

export const verify: RegisterCommand = (parent, io, exit) => {
  parent
    .command('verify')
    .summary('verify an artifact of a scan against its signature; no server needed')
    .description(
      'Says whether the signature in a bundle (the artifact "signature" of a scan) is one over this file, and by which key. A ' +
        'bundle brings a key of its own, which proves nothing alone: --public-key names the one that you trust. Where Sigstore ' +
        'has certified the key, --trusted-root names its authorities and logs and --identity whom you trust; nobody is asked.',
    )
    .argument('<artifact>', 'a file that was signed, such as a bill of materials')
    .requiredOption('--signature <file>', 'the bundle of signatures')
    .option('--public-key <file>', 'the key that must have signed, as PEM')
    .option('--label <name>', 'which signature of the bundle, such as cyclonedx; otherwise the one over this content')
    .option('--trusted-root <file>', 'authorities and logs of Sigstore that you trust: its trusted_root.json')
    .option('--identity <name>', 'who must have signed, exactly as the certificate of Sigstore says')
    .option('--issuer <url>', 'who must have told Sigstore who that is')
    .addHelpText('after', HELP)
    .action(async (artifact: string, options: VerifyOptions) => exit(await verifyFile(artifact, options, io)))
}

const HELP = `
Exit codes:
  0  the file is signed by the key of --public-key, or by --identity
  1  it is not: it was changed, the bundle does not hold it, or another has signed it
  2  it could not be verified: a file cannot be read or is no bundle
  3  the signature fits, and whose it is was not checked, for --public-key or --identity is missing

Examples:
  gatehouse verify bom.cdx.json --signature signature.json --public-key signing-key.pem
  gatehouse verify bom.cdx.json --signature signature.json --trusted-root trusted_root.json \\
    --identity https://ci.example/shop --issuer https://ci.example`
