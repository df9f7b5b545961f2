import { exec } from 'node:child_process'

const PRESETS = { small: 'fast', large: 'slow' }

export function transcode(job) {
  const preset = PRESETS[job.preset] || job.preset
  exec('ffmpeg -i input.mov -preset ' + preset + ' output.mp4', (error) => {
    if (error) console.error('job %s failed', job.id)
  })
}
