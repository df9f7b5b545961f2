export { openImage, type OpenImage, type OpenImageOptions } from './image/open-image.ts'
export { createContainerScanner, createFailedImageScanner } from './scanner.ts'
export { ImageView } from './view.ts'
