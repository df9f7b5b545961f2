// npm run bench:console -- [size] [paint] [upload]: what the web console weighs, when it is first seen, and what an upload costs it.
import { runNamed } from './lib/run-named.ts'
import { benchPaint } from './console/paint.ts'
import { benchSize } from './console/size.ts'
import { benchUpload } from './console/upload.ts'

await runNamed({ size: benchSize, paint: benchPaint, upload: benchUpload })
