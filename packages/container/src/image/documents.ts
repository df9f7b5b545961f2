// Documents of images: https://github.com/opencontainers/image-spec, and the manifest of `docker save`.
import { z } from 'zod'

const Digest = z.string().regex(/^sha(?:256:[0-9a-f]{64}|512:[0-9a-f]{128})$/)
export const Platform = z.object({
  os: z.string().max(64).default(''),
  architecture: z.string().max(64).default(''),
  variant: z.string().max(64).optional(),
})
export type Platform = z.infer<typeof Platform>

export const Descriptor = z.object({
  mediaType: z.string().max(256).default(''),
  digest: Digest,
  size: z.number().int().nonnegative(),
  platform: Platform.optional().catch(undefined),
  annotations: z.record(z.string(), z.string()).optional().catch(undefined),
})
export type Descriptor = z.infer<typeof Descriptor>

/** An image index lists manifests; a manifest lists layers. */
export const Manifest = z.object({
  manifests: z.array(Descriptor).max(1_000).optional(),
  config: Descriptor.optional(),
  layers: z.array(Descriptor).max(10_000).optional(),
})
export type Manifest = z.infer<typeof Manifest>

export const ImageConfig = z.object({
  os: z.string().max(64).default(''),
  architecture: z.string().max(64).default(''),
  config: z
    .object({ Env: z.array(z.string()).max(10_000).nullish(), Labels: z.record(z.string(), z.string()).nullish() })
    .nullish(),
  rootfs: z.object({ diff_ids: z.array(Digest).max(10_000) }),
  history: z
    .array(z.object({ created_by: z.string().nullish(), empty_layer: z.boolean().nullish() }))
    .max(10_000)
    .nullish(),
})
export type ImageConfig = z.infer<typeof ImageConfig>

/** `manifest.json` of `docker save`. */
export const DockerManifest = z.array(
  z.object({
    Config: z.string().max(4_096),
    RepoTags: z.array(z.string()).nullish(),
    Layers: z.array(z.string().max(4_096)).max(10_000),
  }),
)
