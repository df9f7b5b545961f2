// Worker program that reads one image.
import { serveThread } from '@gatehouse/kernel/thread'
import { readImage, type ReadImageJob } from './read-image.ts'

serveThread((job: ReadImageJob) => readImage(job))
