import type { RegisterCommand } from '../command.ts'
import { verifyFile, type VerifyOptions } from '../verify.ts'

export const verify: RegisterCommand = (parent, io, exit) => {
  parent
    .command('verify')
    .summary('verify the signature of a scan artifact; no server needed')
    .description(
      'Verifies a file against a signature bundle (the "signature" artifact of a scan) and prints the signing key. The ' +
        'key inside a bundle is not proof of origin: pass your trusted key with --public-key. For a key certified by ' +
        'Sigstore, --trusted-root names the trusted authorities and logs, and --identity the expected signer. ' +
        'Verification needs no network.',
    )
    .argument('<artifact>', 'the signed file, such as an SBOM')
    .requiredOption('--signature <file>', 'the signature bundle')
    .option('--public-key <file>', 'the expected signing key in PEM format')
    .option('--label <name>', 'signature in the bundle, such as cyclonedx (default: the one that matches the file)')
    .option('--trusted-root <file>', 'path to the Sigstore trusted root (trusted_root.json)')
    .option('--identity <name>', 'expected signer, exactly as in the Sigstore certificate')
    .option('--issuer <url>', 'expected OIDC issuer in the Sigstore certificate')
    .addHelpText('after', HELP)
    .action(async (artifact: string, options: VerifyOptions) => exit(await verifyFile(artifact, options, io)))
}

const HELP = `
Exit codes:
  0  the signature is valid and matches --public-key or --identity
  1  verification failed: the file was modified, its signature is missing, or another key signed it
  2  the signature could not be checked: a file cannot be read or is not a bundle
  3  the signature is valid, but the signer was not checked because --public-key or --identity is missing

Examples:
  gatehouse verify bom.cdx.json --signature signature.json --public-key signing-key.pem
  gatehouse verify bom.cdx.json --signature signature.json --trusted-root trusted_root.json \\
    --identity https://ci.example/shop --issuer https://ci.example`
