// npm run bench:console -- [size] [paint] [upload]: size of the web console, time to first paint, and cost of an upload.
import { runNamed } from './lib/run-named.ts'
import { benchPaint } from './console/paint.ts'
import { benchSize } from './console/size.ts'
import { benchUpload } from './console/upload.ts'

await runNamed({ size: benchSize, paint: benchPaint, upload: benchUpload })
